#include "gough/dynamics/actuated_motion.hpp"

#include <fmt/format.h>

#include <cassert>

#include "gough/kinematics/velocity.hpp"

namespace gough {
namespace {

// Ten times, and relatively, what `forward_geometry` lets positions of redundant actuators be off.
constexpr double kContradiction = 1e-2;

// Lengths over the robot's, so that they compare with angles.
double size(const Robot& robot, const VecX<double>& joints) {
  double sum = 0.0;
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const double x = robot.actuators[a].revolute ? joints(a) : joints(a) / robot.length;
    sum += x * x;
  }
  return std::sqrt(sum);
}

// By how much the rates of more actuators than freedoms contradict each other, relatively: the larger of rates and accelerations. Reads
// the motion that fits them best in `data`.
double contradiction(const Robot& robot, const ActuatedJoints& joints, const KinematicsData<double>& data) {
  const double rates = size(robot, joints.dq), accelerations = size(robot, joints.ddq) + rates * rates;
  const auto part = [](double error, double whole) { return error > 0.0 ? error / whole : 0.0; };
  return std::max(part(size(robot, data.dqa - joints.dq), rates), part(size(robot, data.ddqa - joints.ddq), accelerations));
}

}  // namespace

void require_pose_from_joints(const Robot& robot) {
  const std::size_t actuators = robot.actuators.size();
  if (actuators >= static_cast<std::size_t>(robot.mobility.n)) return;
  throw InputError({}, fmt::format("{} is under-actuated: {} actuator{} not fix {} freedoms, so that its actuated joints have no one "
                                   "pose; give the pose, or what sensors on other joints read (`gough fk --sensors`)",
                                   robot.name, actuators, actuators == 1 ? " does" : "s do", robot.mobility.n));
}

ActuatedMotion motion_from_joints(const Robot& robot, const ActuatedJoints& joints, const Pose<double>& start,
                                  KinematicsData<double>& data) {
  const auto na = static_cast<Eigen::Index>(robot.actuators.size());
  assert(joints.q.size() == na && joints.dq.size() == na && joints.ddq.size() == na);
  assert(fits(robot, data));
  require_pose_from_joints(robot);
  ActuatedMotion out{forward_geometry_any_mode(robot, joints.q, start, data), {}, {}};
  out.outcome = out.place.outcome;
  if (!out.outcome.answered()) return out;
  out.motion = free_from_actuated(robot, joints.dq, joints.ddq, data);
  acceleration(robot, out.motion.dVr, data);
  if (na == robot.mobility.n) return out;
  const double away = contradiction(robot, joints, data);
  if (!(away <= kContradiction)) out.outcome = {Status::not_converged, away};
  return out;
}

}  // namespace gough
