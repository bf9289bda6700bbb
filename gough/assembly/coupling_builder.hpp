#pragma once

#include "gough/assembly/leg_drawing.hpp"

// Joints that follow others, from the file.
namespace gough {

// Adds the couplings of a leg whose joints are drawn.
void add_couplings(LegDrawing& drawing);

// Finds the weights of their rows, once the robot's length is known.
void weigh_couplings(Robot& robot);

}  // namespace gough
