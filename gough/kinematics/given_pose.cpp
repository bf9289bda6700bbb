#include "gough/kinematics/given_pose.hpp"

#include <algorithm>
#include <cassert>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/rotation.hpp"

namespace gough {

PoseMove pose_move(const GivenPose& given, const Pose<double>& pose) {
  if (!given.whole) return {};
  return {(pose.p - given.pose.p).norm(), rotation_vector(pose.R * given.pose.R.transpose()).norm()};
}

Outcome solve_pose(const Robot& robot, const GivenPose& given, KinematicsData<double>& data) {
  assert(fits(robot, data));
  Pose<double> pose = given.pose;
  if (!given.whole) return project(robot, pose, data);
  const Outcome outcome = project_whole(robot, pose, data);
  if (!outcome.has_position()) return outcome;
  const PoseMove move = pose_move(given, pose);
  const double moved = std::max(move.metres / robot.length, move.radians);
  return moved > kRoundedPose ? Outcome{Status::unreachable, moved} : outcome;
}

}  // namespace gough
