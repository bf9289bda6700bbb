#pragma once

#include "gough/trajectory/constructors.hpp"

namespace gough {

// The free coordinates at a phase, 0 to 2π over the period.
VecX<double> fourier_coordinates(const FourierSpec& motion, double phase);

// A Fourier motion as a trajectory file (docs/trajectories.md), every digit kept; `comment` is put above it, line by line.
std::string fourier_text(const Robot& robot, const FourierSpec& motion, const std::string& comment);

}  // namespace gough
