#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// Turns the frames of a leg about their joint axes so that placements between joints have as many zeros and ones as possible: the x axis of
// a body points to the next joint axis or joint. Bodies, tips, home positions and `Joint::file_frame` are rewritten to match; the leg stays
// the same mechanism. Numbers that differ from 0 or ±1 by rounding are made exact.
void tidy_frames(Leg& leg);

// Makes numbers of the leg's elements and of its solver exact that differ from 0 or ±1 by rounding.
void tidy_structure(Leg& leg);

}  // namespace gough
