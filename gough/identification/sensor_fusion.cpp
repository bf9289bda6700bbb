#include "gough/identification/sensor_fusion.hpp"

#include <fmt/format.h>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/measured_pose.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

std::string contradiction(const Robot& robot, const std::vector<Sensor>& used, const MeasuredPose& found) {
  if (found.status == SightStatus::unobservable)
    return fmt::format("the sensors of {} do not tell its pose here: nothing measures {}", robot.name,
                       motion_words(robot, found.seen.unseen));
  if (found.worst_sensor < 0) return fmt::format("the sensors of {} fit no pose near the last one", robot.name);
  return fmt::format(
      "the sensors of {} contradict each other: of the pose that fits best '{}' is off most; check its zero, its sign and "
      "its unit, or leave its column out",
      robot.name, used[static_cast<std::size_t>(found.worst_sensor)].name);
}

}  // namespace

void fuse_sensors(const Robot& robot, const std::vector<Sensor>& passive, const MatX<double>& readings, MeasuredMotion& motion) {
  if (passive.empty()) return;
  std::vector<Sensor> used = actuator_sensors(robot);
  used.insert(used.end(), passive.begin(), passive.end());
  KinematicsData<double> data(robot);
  Pose<double> pose = motion.start.value_or(robot.home);
  VecX<double> sample(static_cast<Eigen::Index>(used.size())), qa(motion.qa.cols());
  double moved = 0.0;
  for (int k = 0; k < motion.samples(); ++k) {
    sample << motion.qa.row(k).transpose(), readings.row(k).transpose();
    const MeasuredPose found = measured_pose(robot, used, sample, pose, data);
    if (found.status != SightStatus::ok) throw InputError({motion.file, motion.line[k], 1}, contradiction(robot, used, found));
    pose = found.pose;
    actuated_positions(robot, data, qa);
    for (Eigen::Index a = 0; a < qa.size(); ++a) {
      const bool turns = robot.actuators[static_cast<std::size_t>(a)].revolute;
      const double step = turns ? std::remainder(qa(a) - motion.qa(k, a), 2.0 * kPi) : qa(a) - motion.qa(k, a);
      motion.qa(k, a) += step;
      moved += step * step / (static_cast<double>(motion.samples()) * static_cast<double>(qa.size()));
    }
  }
  motion.notes.push_back(
      fmt::format("poses from {} sensors, {} of them on joints without a motor: the actuators' positions moved by {:.3g} "
                  "(rad or m, root mean square)",
                  used.size(), passive.size(), std::sqrt(moved)));
}

}  // namespace gough
