#pragma once

#include "gough/assembly/leg_drawing.hpp"

// A leg written by its elements ([[leg.element]]): lines from A to B, each with a joint at A, the next one at the end of the one before.
namespace gough {

// Draws the joints and the tips of one copy of the leg.
void draw_from_elements(LegDrawing& drawing, int copy);

}  // namespace gough
