#pragma once

#include "gough/assembly/leg_drawing.hpp"

// Loops inside legs, from the file.
namespace gough {

// Adds a loop to a leg whose joints are drawn. The axes of its second side are fixed when the leg is closed at home.
void add_loop(const LegLoopSpec& spec, LegDrawing& drawing);

// Fixes them: at home the frames of both sides of every loop coincide but for their points, which closing has brought together. `bodies`
// of the closed leg.
void freeze_loops(const std::vector<Placement<double>>& bodies, Leg& leg);

}  // namespace gough
