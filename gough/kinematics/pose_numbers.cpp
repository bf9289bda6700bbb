#include "gough/kinematics/pose_numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gough/kinematics/state_columns.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {

std::string free_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const FreeComponent& c : robot.mobility.free) names.push_back(c.name);
  return fmt::format("{}", fmt::join(names, ","));
}

namespace {

// Free joints of the nacelle that a whole pose does not tell: their positions follow it.
std::vector<int> free_nacelle_joints(const Robot& robot) {
  std::vector<int> out;
  for (const FreeComponent& c : robot.mobility.free)
    if (c.index >= 6) out.push_back(c.index - 6);
  return out;
}

std::string whole_pose_text(const Robot& robot, bool rpy) {
  std::string out = rpy ? "x,y,z,roll,pitch,yaw in m and degrees" : "x,y,z,qw,qx,qy,qz (or x,y,z,roll,pitch,yaw with --rpy)";
  for (int k : free_nacelle_joints(robot)) out += fmt::format(", then {}", robot.nacelle.joints[k].name);
  return out;
}

}  // namespace

GivenPose parse_pose(const Robot& robot, const std::vector<double>& v, bool rpy, const std::string& option, const Place& place) {
  const std::size_t n = robot.mobility.n, platform = rpy ? 6 : 7;
  const std::vector<int> nacelle = free_nacelle_joints(robot);
  Pose<double> pose = robot.home;
  if (v.size() == n && n < 6) {
    VecX<double> free = Eigen::Map<const VecX<double>>(v.data(), static_cast<Eigen::Index>(n));
    for (std::size_t k = 0; k < n; ++k)
      if (rpy && robot.mobility.free[k].angular) free(k) = radians(free(k));
    return {pose_from_free(robot, free), false};
  }
  if (v.size() != platform && v.size() != platform + nacelle.size())
    throw InputError(place, fmt::format("{}: {} numbers; expected {}{}", option, v.size(), whole_pose_text(robot, rpy),
                                        n < 6 ? fmt::format(", or the free components {}", free_names(robot)) : ""));
  if (rpy) {
    pose.R = rotation_from_rpy({v[3], v[4], v[5]});
  } else {
    pose.R = unit_rotation({v[3], v[4], v[5], v[6]}, option + ": ", place);
  }
  pose.p = Vec3<double>(v[0], v[1], v[2]);
  for (std::size_t k = platform; k < v.size(); ++k) {
    const int joint = nacelle[k - platform];
    const bool turns = robot.nacelle.joints[joint].revolute;
    pose.z[joint] = turns ? revolute_position(rpy ? radians(v[k]) : v[k]) : prismatic_position(v[k]);
  }
  return {pose, true};
}

std::string move_text(const GivenPose& given, const Pose<double>& pose) {
  const PoseMove move = pose_move(given, pose);
  if (move.metres == 0.0 && move.radians < 1e-15) return "";
  return fmt::format("pose moved by {:.3g} m and {:.3g} deg to where the legs close\n", move.metres, degrees(move.radians));
}

VecX<double> parse_rates(const Robot& robot, const std::vector<double>& v, const std::string& option) {
  const std::size_t n = robot.mobility.n;
  if (v.size() == n) return Eigen::Map<const VecX<double>>(v.data(), static_cast<Eigen::Index>(n));
  if (v.size() != 6)
    throw InputError({}, fmt::format("{}: {} numbers; expected six (linear, then angular){}", option, v.size(),
                                     n < 6 ? fmt::format(", or one for each free component {}", free_names(robot)) : ""));
  VecX<double> out(n);
  for (std::size_t k = 0; k < n; ++k) {
    const int index = robot.mobility.free[k].index;
    if (index >= 6) throw InputError({}, fmt::format("{}: give one number for each free component {}", option, free_names(robot)));
    out(k) = v[index];
  }
  return out;
}

}  // namespace gough
