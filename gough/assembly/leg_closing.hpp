#pragma once

#include "gough/assembly/builder.hpp"
#include "gough/kinematics/data.hpp"

// Closing of drawn legs at home: joint positions that bring every leg's tips to their points of the platform.
namespace gough {

constexpr double kClosure = 1e-9;  // of a gap that counts as closed, relative to the robot's length

// The widest gap that closing at home leaves, in m, and the leg that has it: at its tips, or in a loop inside it.
struct WidestGap {
  std::size_t leg = 0;
  int loop = -1;  // -1: at its tips
  double gap = 0.0;
};

// Closes every leg at home, each from its drawing's start. Reads the nacelle's bodies of `data`; fills the home of joints and actuators and
// the leg-side axes of the tips and those of the loops' second sides.
WidestGap close_legs(Robot& robot, const std::vector<DrawnLeg>& drawn, KinematicsData<double>& data);

}  // namespace gough
