#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// Turns the frames of a leg about their joint axes, which changes nothing but numbers: where the next axis or the next joint lies becomes
// the x axis, so that placements between joints are made of zeros and ones wherever the mechanism allows it. Bodies, tips and home
// positions follow, and `Joint::file_frame`. What differs from 0 or ±1 by rounding is made exact.
void tidy_frames(Leg& leg);

// The same exactness for the leg's elements and its solver.
void tidy_structure(Leg& leg);

}  // namespace gough
