#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// A pose as given: whole, or only by its free components, in which case the others follow.
struct GivenPose {
  Pose<double> pose;
  bool whole = false;
};

// How far a whole pose is from the one that was found for it; nothing for one given by its free components.
struct PoseMove {
  double metres = 0.0, radians = 0.0;
};
PoseMove pose_move(const GivenPose& given, const Pose<double>& pose);

// A move up to this, in robot lengths or radians, is taken for the rounding of typed digits.
constexpr double kRoundedPose = 1e-3;

// Finds the joints of a given pose. A whole pose that closes to 1e-9 is kept; any other is moved to the one with the same free
// components, which is left in `pose`. A move that is no rounding makes the given pose unreachable, the measure being its size.
Outcome solve_pose(const Robot& robot, const GivenPose& given, Pose<double>& pose, KinematicsData<double>& data);

// There are joint positions to show, if not forces: at a Type 2 singularity the legs are as well defined as elsewhere.
bool has_joints(const Outcome& outcome);

}  // namespace gough
