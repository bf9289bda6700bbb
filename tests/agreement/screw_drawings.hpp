#pragma once

#include "tests/agreement/robot_drawings.hpp"

// Helical joints and motors of the nacelle in a drawing.
namespace gough::test {

// Some slides of legs and nacelle turn as they go; some joints of the nacelle get a motor. `share`: of the slides and hinges.
void add_screws(Sketch& sketch, double share, Dice& dice);

// A chain of further bodies on the platform, each driven by a motor: a wrist. `types`: R, P or H, from the platform on.
Draw wrist(const Draw& draw, const std::string& types);

// Every joint of the nacelle of another drawing is driven; its slides turn.
Draw driven_nacelle(const Draw& draw);

}  // namespace gough::test
