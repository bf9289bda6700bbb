#include "gough/kinematics/state_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

// All of a group of columns, or none: half of one would be passed over in silence.
std::vector<int> all_or_none(const TableColumns& columns, const std::vector<std::string>& names, const char* what, const Place& place) {
  const std::vector<int> found = columns.find_all(names);
  if (!found.empty()) return found;
  for (const std::string& name : names)
    if (columns.find(name) >= 0)
      throw InputError(place, fmt::format("only some columns of {}; expected all of {}", what, fmt::join(names, ",")));
  return {};
}

}  // namespace

bool has_unit_length(const Eigen::Quaterniond& q) { return !(std::abs(q.norm() - 1.0) > 1e-6); }

InputError quaternion_error(const Eigen::Quaterniond& q, const std::string& what, const Place& place) {
  return InputError(place, fmt::format("{}the quaternion qw,qx,qy,qz must have length 1; this one has {:.6g}", what, q.norm()));
}

Mat3<double> unit_rotation(const Eigen::Quaterniond& q, const std::string& what, const Place& place) {
  if (!has_unit_length(q)) throw quaternion_error(q, what, place);
  return q.normalized().toRotationMatrix();
}

StateColumns::StateColumns(const Robot& robot, const TableColumns& columns, const CsvReader& csv) : robot_(robot) {
  const Place place{csv.file(), csv.line(), 1};
  const std::vector<std::string> free = free_columns(robot);
  const auto take = [&](Rotation rotation, const std::vector<std::string>& names) {
    if (!pose_.empty()) return;
    pose_ = columns.find_all(names);
    rotation_ = rotation;
  };
  take(Rotation::quaternion, {"x", "y", "z", "qw", "qx", "qy", "qz"});
  take(Rotation::rpy, {"x", "y", "z", "roll", "pitch", "yaw"});
  take(Rotation::free, free);
  if (pose_.empty())
    throw InputError(place,
                     fmt::format("no columns for the pose; expected x,y,z,qw,qx,qy,qz, or x,y,z,roll,pitch,yaw in degrees, or the free "
                                 "components {}; `gough fk --states` finds them from q_…",
                                 fmt::join(free, ",")));
  for (const std::string& name : nacelle_columns(robot, "z_")) nacelle_.push_back(columns.find(name));
  twist_ = all_or_none(columns, rate_columns(robot), "the rates", place);
  acceleration_ = all_or_none(columns, acceleration_columns(robot), "the accelerations", place);
}

std::optional<GivenPose> StateColumns::pose(const std::vector<double>& row, const Place& place) const {
  const auto cell = [&](int k) { return row[pose_[k]]; };
  for (int c : pose_)
    if (std::isnan(row[c])) return {};
  if (rotation_ == Rotation::free) return GivenPose{pose_from_free(robot_, cells(pose_, row)), false};
  GivenPose out{robot_.home, true};
  out.pose.p = {cell(0), cell(1), cell(2)};
  if (rotation_ == Rotation::rpy) out.pose.R = rotation_from_rpy({cell(3), cell(4), cell(5)});
  else out.pose.R = unit_rotation({cell(3), cell(4), cell(5), cell(6)}, "", place);
  for (std::size_t k = 0; k < nacelle_.size(); ++k)
    if (nacelle_[k] >= 0)
      out.pose.z[k] = robot_.nacelle.joints[k].revolute ? revolute_position(row[nacelle_[k]]) : prismatic_position(row[nacelle_[k]]);
  return out;
}

VecX<double> StateColumns::or_zero(const std::vector<int>& columns, const std::vector<double>& row) const {
  return columns.empty() ? VecX<double>(VecX<double>::Zero(robot_.mobility.n)) : cells(columns, row);
}

void put_pose(const Robot& robot, const Pose<double>& pose, bool rpy, std::vector<double>& out) {
  out.insert(out.end(), {pose.p.x(), pose.p.y(), pose.p.z()});
  Eigen::Quaterniond q(pose.R);
  if (q.w() < 0.0) q.coeffs() = -q.coeffs();
  const Vec3<double> angles = rpy_from_rotation(pose.R);
  if (rpy) out.insert(out.end(), angles.begin(), angles.end());
  else out.insert(out.end(), {q.w(), q.x(), q.y(), q.z()});
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) out.push_back(joint_value(robot.nacelle.joints[k], pose.z[k]));
}

std::vector<double> pose_values(const Robot& robot, const Pose<double>& pose, bool rpy) {
  std::vector<double> out;
  put_pose(robot, pose, rpy, out);
  return out;
}

}  // namespace gough
