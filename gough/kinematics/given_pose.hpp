#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// A pose as a user gives it: whole, or by its free components only, from which the dependent ones follow.
struct GivenPose {
  Pose<double> pose;
  bool whole = false;
};

// Distance between a given pose and the one found for it; 0 for a pose that was given by its free components.
struct PoseMove {
  double metres = 0.0, radians = 0.0;
};
PoseMove pose_move(const GivenPose& given, const Pose<double>& pose);

// Largest distance, in robot lengths or radians, that passes as rounding of typed digits.
constexpr double kRoundedPose = 1e-3;

// Finds the joints of a given pose. A whole pose that closes to 1e-9 is kept; any other is moved to the pose with the same free components,
// which is left in `data.pose`. A move beyond `kRoundedPose` makes the given pose unreachable, the measure being its size.
Outcome solve_pose(const Robot& robot, const GivenPose& given, KinematicsData<double>& data);

}  // namespace gough
