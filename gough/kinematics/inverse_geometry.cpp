#include "gough/kinematics/inverse_geometry.hpp"

#include <cassert>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/leg_geometry.hpp"
#include "gough/kinematics/leg_newton.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/projection.hpp"

namespace gough {
namespace {

bool finite(const LegData<double>& leg) {
  for (const JointPosition<double>& q : leg.q)
    if (!std::isfinite(q.c + q.s + q.d)) return false;
  return true;
}

}  // namespace

bool is_pose(const Robot& robot, const Pose<double>& pose) {
  if (!pose.p.allFinite() || !((pose.R * pose.R.transpose() - Mat3<double>::Identity()).cwiseAbs().maxCoeff() < 1e-6)) return false;
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k)
    if (!std::isfinite(pose.z[k].c + pose.z[k].s + pose.z[k].d)) return false;
  return true;
}

Outcome stroke_outcome(const Robot& robot, const KinematicsData<double>& data) {
  assert(fits(robot, data));
  Outcome worst;
  for (std::size_t k = 0; k < robot.actuators.size(); ++k) {
    const Actuator& a = robot.actuators[k];
    const double q = joint_value(driven_joint(robot, a), driven_position(data, a));
    const double excess = std::max(a.position_min - q, q - a.position_max);
    if (excess > std::max(1e-12, worst.measure)) worst = {Status::out_of_limits, excess, -1, static_cast<int>(k)};
  }
  return worst;
}

template <class T>
void inverse_geometry_closed(const Robot& robot, KinematicsData<T>& data, Poses poses) {
  assert(fits(robot, data));
  place_nacelle(robot, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    if (robot.legs[i].solver.closed_form) solve_leg(robot.legs[i], data.nacelle, data.legs[i], poses);
}

template void inverse_geometry_closed(const Robot&, KinematicsData<double>&, Poses);
template void inverse_geometry_closed(const Robot&, KinematicsData<Recorded>&, Poses);

Outcome find_joints(const Robot& robot, const Pose<double>& pose, bool nearest, KinematicsData<double>& data) {
  assert(fits(robot, data));
  data.pose = pose;
  if (!is_pose(robot, pose)) return {Status::unreachable, -kInfinity};
  inverse_geometry_closed(robot, data);
  bool followed = false;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    if (!robot.legs[i].solver.closed_form) {
      const Outcome outcome = find_leg(robot, static_cast<int>(i), nearest, data);
      if (!outcome.ok()) return {outcome.status, outcome.measure, static_cast<int>(i)};
      followed = true;
    } else if (!(data.legs[i].reach > (nearest ? -0.5 : kReachMargin))) {
      return {Status::unreachable, data.legs[i].reach, static_cast<int>(i)};
    } else if (!finite(data.legs[i])) {
      return {Status::type1_singular, 0.0, static_cast<int>(i)};
    }
  }
  if (!followed) return {};
  data.latest = data.pose;
  for (LegData<double>& leg : data.legs) leg.latest = leg.q;
  if (nearest) return {};
  data.followed = data.pose;
  for (LegData<double>& leg : data.legs) leg.followed = leg.q;
  return {};
}

Outcome inverse_geometry(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data) {
  assert(fits(robot, data));
  if (is_pose(robot, pose)) approach(robot, pose, data);
  const Outcome outcome = find_joints(robot, pose, false, data);
  return outcome.ok() ? stroke_outcome(robot, data) : outcome;
}

Outcome position(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data) {
  assert(fits(robot, data));
  const Outcome geometry = inverse_geometry(robot, pose, data);
  if (!geometry.answered()) return geometry;
  eliminate(robot, data);
  const Outcome outcome = elimination_outcome(robot, data);
  return outcome.ok() && !geometry.ok() ? geometry : outcome;
}

double joint_value(const Joint& joint, const JointPosition<double>& q) {
  if (!joint.revolute) return q.d;
  const JointPosition<double>& h = joint.home;
  return joint.home_value + std::atan2(q.s * h.c - q.c * h.s, q.c * h.c + q.s * h.s);
}

void actuated_positions(const Robot& robot, const KinematicsData<double>& data, VecX<double>& qa) {
  assert(fits(robot, data));
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const Actuator& actuator = robot.actuators[a];
    qa(a) = joint_value(driven_joint(robot, actuator), driven_position(data, actuator));
  }
}

}  // namespace gough
