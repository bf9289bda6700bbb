#include "gough/program/status_parts.hpp"

#include <algorithm>
#include <cassert>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

using R = Recorded;

}  // namespace

StrokeArc::StrokeArc(const Robot& robot, const Actuator& a) {
  const double home = driven_joint(robot, a).home_value;
  const double low = std::max(a.position_min, home - kPi), high = std::min(a.position_max, home + kPi);
  middle = 0.5 * (low + high);
  half = 0.5 * (high - low);
}

Pivots leg_pivots(const Robot& robot, int leg, const KinematicsData<R>& data) {
  assert(has_leg(robot, leg));
  assert(fits(robot, data));
  return Pivots(data.legs[leg].J, [&](int c) { return per_radian(robot, robot.legs[leg], c); });
}

Pivots constraint_pivots(const Robot& robot, const KinematicsData<R>& data) {
  assert(fits(robot, data));
  return Pivots(data.Cd, [&](int c) { return per_metre(robot, robot.mobility.dependent[c]); });
}

Pivots actuation_pivots(const Robot& robot, const KinematicsData<R>& data) {
  assert(fits(robot, data));
  return Pivots(actuation_factors(data), [&](int c) { return per_metre(robot, robot.mobility.free[c].index); });
}

bool may_be_open(const Robot& robot) { return !robot.has_closed_forms() || !robot.mobility.is_known(); }

bool has_stroke(const Robot& robot, const Actuator& a) {
  if (a.revolute) return StrokeArc(robot, a).half < kPi;
  return a.position_min > -kInfinity || a.position_max < kInfinity;
}

R stroke_place(const Robot& robot, const KinematicsData<R>& data, int actuator) {
  assert(has_actuator(robot, actuator));
  assert(fits(robot, data));
  const Actuator& a = robot.actuators[actuator];
  const JointPosition<R>& q = driven_position(data, a);
  if (!a.revolute) return q.d;
  const Joint& joint = driven_joint(robot, a);
  const double inside = StrokeArc(robot, a).middle - joint.home_value + std::atan2(joint.home.s, joint.home.c);  // as (cos, sin) count it
  return R(std::cos(inside)) * q.c + R(std::sin(inside)) * q.s;
}

R stroke_margin(const Robot& robot, const KinematicsData<R>& data, int actuator) {
  assert(has_actuator(robot, actuator));
  assert(fits(robot, data));
  const Actuator& a = robot.actuators[actuator];
  const R place = stroke_place(robot, data, actuator);
  if (a.revolute) return place - R(std::cos(StrokeArc(robot, a).half) - kStrokeRounding);
  if (a.position_max == kInfinity) return place - R(a.position_min - kStrokeRounding);
  const R above = R(a.position_max + kStrokeRounding) - place;
  return a.position_min == -kInfinity ? above : smaller(above, place - R(a.position_min - kStrokeRounding));
}

R free_joints(const Robot& robot, const KinematicsData<R>& data) {
  assert(fits(robot, data));
  R out = 0.0;
  for (const FreeComponent& c : robot.mobility.free) {
    if (c.index < 6) continue;
    const JointPosition<R>& q = data.pose.z[c.index - 6];
    out += robot.nacelle.joints[c.index - 6].revolute ? q.c + q.s : q.d;
  }
  return out;
}

}  // namespace gough
