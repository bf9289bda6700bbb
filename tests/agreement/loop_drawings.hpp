#pragma once

#include "tests/agreement/robot_drawings.hpp"

// Loops inside the legs of a drawing.
namespace gough::test {

// Revolutes and slides of some legs get a second chain of two bodies from what carries them, closed on what they carry: planar
// four-bars and parallelograms, slider-cranks, and chains in space. Motors move there at times. `share`: of the legs that get any.
void add_leg_loops(Sketch& sketch, double share, Dice& dice);

// Legs whose joints `first` and the next are revolutes of parallel axes: these become a four-bar by a second arm from what carries the
// first to what the second carries; now and then a parallelogram. A leg has one freedom less then.
Draw tied(const Draw& draw, int first);

// Couplings: some joints of one freedom carry a further body about or along a parallel axis that follows them (a pulley, a counterweight),
// and some pairs of neighbours a gear: bodies beside the leg that turn with what they follow, by any ratio, at times with the motor.
// `share`: of the legs that get any.
void add_couplings(Sketch& sketch, double share, Dice& dice);

// Legs whose joints `first` and `second`, of one freedom, are tied by a ratio: a leg has one freedom less then.
Draw geared(const Draw& draw, int first, int second);

}  // namespace gough::test
