#pragma once

#include "gough/assembly/leg_drawing.hpp"

// A leg written by its joints ([[leg.joint]]): each placed by a point and an axis, in its parent's frame, or by mdh parameters.
namespace gough {

// Draws the joints and the tips of one copy of the leg.
void draw_from_joints(LegDrawing& drawing, int copy);

}  // namespace gough
