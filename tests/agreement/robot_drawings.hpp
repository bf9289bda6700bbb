#pragma once

#include <functional>

#include "tests/agreement/random_legs.hpp"

// How robots of one family are drawn: legs around a platform, and what hangs on it.
namespace gough::test {

using Draw = std::function<void(Sketch&, Dice&)>;

// Legs of one kind, sometimes as copies.
Draw ring(const Pattern& pattern);

// Legs of several kinds: anywhere in space, in a plane, or about a point.
Draw in_space(const std::vector<Pattern>& patterns);
Draw in_plane(const std::vector<Pattern>& patterns);
Draw on_sphere(const std::vector<Pattern>& patterns);

// The same with fewer actuators than freedoms.
Draw underactuated(const Draw& draw);

// Three legs whose last element is two rods; `along_axis`: apart along the axis of the arm.
Draw delta(const std::string& joints, bool along_axis);

// Two rods of different length, root and tip: no parallelogram, written by joints.
void unequal_rods(Sketch& sketch, Dice& dice);

// Arm and two rods of different kinds: one extends, one ends in a universal joint.
void branched_legs(Sketch& sketch, Dice& dice);

// Two legs R-R-R whose six axes are symmetric about a line: Bricard's linkage, one freedom where six are counted away.
void bricard(Sketch& sketch, Dice& dice);

// A further body on the platform, which legs of its own hold.
Draw free_nacelle(bool revolute, const std::string& joints, const std::string& tip);

// Two bodies in a row on the platform, eight struts.
void chained_nacelle(Sketch& sketch, Dice& dice);

// A four-bar inside the nacelle: two cranks and a coupler, closed by a revolute (planar) or by a ball and a universal joint.
Draw nacelle_loop(char kind);

// H4: four arms with parallelograms, two on each of two bars that hang on the tool. `loop`: a link joins the bars too (Par4).
Draw articulated_delta(bool loop);

// The ends of two struts meet on the platform.
void six_three(Sketch& sketch, Dice& dice);

// One chain from the base to the platform.
Draw arm(const std::string& joints);

// Translations only: universal joints whose axes are parallel in pairs, at base and platform.
void translational_upu(Sketch& sketch, Dice& dice);

}  // namespace gough::test
