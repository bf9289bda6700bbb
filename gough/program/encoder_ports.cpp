#include "gough/program/encoder_ports.hpp"

#include <fmt/format.h>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/math/cramer.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/program/forward_step.hpp"
#include "gough/program/robot_ports.hpp"

namespace gough {
namespace {

using R = Recorded;
using V3 = Vec3<R>;

V3 constant_vector(const Vec3<double>& v) { return v.template cast<R>(); }

[[noreturn]] void no_encoders(const Robot& robot, const std::string& why) {
  throw InputError(
      {}, fmt::format("{} has no forward geometry in closed form ({}); find the pose with `gough fk` and drive the model by it", robot.name,
                      why));
}

// Position of an actuated joint from its angle or length as the user reads it.
JointPosition<R> from_reading(const Joint& joint, const R& q) {
  if (!joint.revolute) return {R(1), R(0), q};
  const double offset = reading_offset(joint);
  const auto exact = [](double x) { return std::abs(x) < 1e-12 ? 0.0 : std::abs(std::abs(x) - 1.0) < 1e-12 ? std::copysign(1.0, x) : x; };
  const double c = exact(std::cos(offset)), s = exact(std::sin(offset));
  return {R(c) * cos(q) - R(s) * sin(q), R(c) * sin(q) + R(s) * cos(q), R(0)};
}

// x with row_k · x = right_k for three rows.
V3 solve(const V3& r0, const V3& r1, const V3& r2, const V3& right) {
  MatX<R> columns(3, 3);  // Aᵀ x = right, the rows being A's columns
  columns << r0, r1, r2;
  VecX<R> b = right;
  cramer_transposed(columns, b);
  return b;
}

Vec3<double> tip_offset(const Robot& robot, const Leg& leg) { return robot.home.R * leg.tips[0].nacelle.frame.p; }

}  // namespace

EncoderPorts::EncoderPorts(const Robot& robot) : robot_(robot) {
  const std::size_t n = robot.legs.size();
  if (!robot.nacelle.joints.empty()) no_encoders(robot, "articulated nacelle");
  if (static_cast<int>(n) != robot.mobility.n || robot.actuators.size() != n || (n != 2 && n != 3))
    no_encoders(robot, "not two or three legs, one actuator each");
  const Mobility& m = robot.mobility;
  const bool turns = !(m.constant && m.Psi.middleRows(3, 3).norm() < 1e-12);
  for (std::size_t i = 0; i < n; ++i) {
    const Leg& leg = robot.legs[i];
    const Elimination kind = leg.graph.elimination;
    if (kind != Elimination::bar_then_bars && kind != Elimination::slide_then_bars)
      no_encoders(robot, "legs other than an arm or a slide and bars");
    if (leg.joints[0].actuator < 0) no_encoders(robot, "an actuator away from the base");
    if (turns && leg.tips[0].nacelle.frame.p.norm() > 1e-12) no_encoders(robot, "the platform turns");
  }
  // which side of the plane through the centres home is on
  KinematicsData<double> data(robot);
  (void)position(robot, robot.home, data);
  std::vector<Vec3<double>> center;
  for (std::size_t i = 0; i < n; ++i)
    center.push_back(element_motion(robot.legs[i], robot.legs[i].elements[1], data.legs[i]).A - tip_offset(robot, robot.legs[i]));
  planar_ = n == 2;
  if (planar_) normal_ = data.legs[0].body[0].R.col(2);
  const Vec3<double> across =
      planar_ ? Vec3<double>(normal_.cross(center[1] - center[0])) : Vec3<double>((center[1] - center[0]).cross(center[2] - center[0]));
  side_ = across.dot(robot.home.p - center[0]) < 0 ? -1.0 : 1.0;
}

double EncoderPorts::radius(const Leg& leg) { return leg.elements[1].x.dot(leg.elements[1].b - leg.elements[1].a); }

EncoderPorts::Arm EncoderPorts::arm(const Leg& leg, const JointPosition<R>& q) {
  Arm out;
  out.body = moved(leg.joints[0].placement.template cast<R>(), q);
  out.axis = out.body.R.col(2);
  out.lever = out.body.R * constant_vector(leg.joints[leg.elements[1].extrinsic[0]].placement.p);
  return out;
}

V3 EncoderPorts::center(const Leg& leg, const Arm& arm) const { return arm.body.p + arm.lever - constant_vector(tip_offset(robot_, leg)); }

V3 EncoderPorts::meet(const std::vector<V3>& center) const {
  const double r0 = radius(robot_.legs[0]), r1 = radius(robot_.legs[1]);
  const V3 d1 = center[1] - center[0];
  const R rr = R(r0 * r0), square = d1.squaredNorm();
  const R k1 = (square + R(r0 * r0 - r1 * r1)) / R(2);
  if (planar_) {  // along d1 and across it
    const R scale = R(1) / square;
    const R along = k1 * scale, height = sqrt(rr * scale - along * along);
    return center[0] + along * d1 + (R(side_) * height) * V3(constant_vector(normal_).cross(d1));
  }
  const double r2 = radius(robot_.legs[2]);
  const V3 d2 = center[2] - center[0], u = d1.cross(d2);
  const R k2 = (d2.squaredNorm() + R(r0 * r0 - r2 * r2)) / R(2), scale = R(1) / u.squaredNorm();
  const V3 q = (k1 * V3(d2.cross(u)) + k2 * V3(u.cross(d1))) * scale;
  return center[0] + q + (R(side_) * sqrt((rr - q.squaredNorm()) * scale)) * u;
}

bool EncoderPorts::tells_pose() const { return robot_.mobility.constant && robot_.mobility.Psi.middleRows(3, 3).norm() < 1e-12; }

V3 EncoderPorts::meet(const std::vector<JointPosition<R>>& q, const V3& start, R& reach, R& side) const {
  std::vector<V3> centers;
  for (const Leg& leg : robot_.legs) centers.push_back(center(leg, arm(leg, q[leg.joints[0].actuator])));
  const V3 out = meet(centers), d1 = centers[1] - centers[0];
  const V3 across = planar_ ? V3(constant_vector(normal_).cross(d1)) : V3(d1.cross(centers[2] - centers[0]));
  reach = R(side_) * across.dot(out - centers[0]);
  side = R(side_) * across.dot(start - centers[0]);
  return out;
}

EncoderPorts::Start EncoderPorts::start(const Leg& leg, const R& q, const R& dq, const R& ddq, ElementMotion<R>& s) const {
  const Joint& joint = leg.joints[0];
  const Arm at = arm(leg, from_reading(joint, q));
  const Element& first = leg.elements[0];
  Start out;
  s = {};
  if (joint.revolute) {
    s.x = at.body.R * constant_vector(first.x);
    s.dx = dq * at.axis.cross(s.x);
    s.ddx = ddq * at.axis.cross(s.x) - (dq * dq) * s.x;
    s.d = R(first.x.dot(first.b - first.a));
    out.v = dq * at.axis.cross(at.lever);
    out.a = ddq * at.axis.cross(at.lever) + (dq * dq) * at.axis.cross(at.axis.cross(at.lever));
  } else {
    const R along = R(first.x.dot(joint.placement.R.col(2)));
    s.x = constant_vector(first.x);
    s.d = constant_vector(first.x).dot(at.body.R * constant_vector(first.b) + at.body.p - constant_vector(first.a));
    s.dd = along * dq;
    s.ddd = along * ddq;
    out.v = dq * at.axis;
    out.a = ddq * at.axis;
  }
  out.center = center(leg, at);
  out.length = radius(leg);
  return out;
}

EncoderPorts::Origin EncoderPorts::record(Recorder& recorder, DynamicsData<R>& data) const {
  const std::size_t n = robot_.legs.size();
  std::vector<R> q, dq, ddq;
  for (std::size_t a = 0; a < robot_.actuators.size(); ++a) q.push_back(recorder.input(actuator_position_port(robot_, a)));
  for (std::size_t a = 0; a < robot_.actuators.size(); ++a) dq.push_back(recorder.input(actuator_rate_port(robot_, a)));
  for (std::size_t a = 0; a < robot_.actuators.size(); ++a) ddq.push_back(recorder.input(actuator_acceleration_port(robot_, a)));
  std::vector<Start> starts;
  std::vector<V3> centers;
  for (std::size_t i = 0; i < n; ++i) {
    const Leg& leg = robot_.legs[i];
    const int a = leg.joints[0].actuator;
    starts.push_back(start(leg, q[a], dq[a], ddq[a], data.elements->states[i][0]));
    centers.push_back(starts[i].center);
  }
  Origin out;
  out.p = meet(centers);
  // x · (v − v_elbow) = 0 and its derivative
  std::vector<V3> x(n);
  V3 right = V3::Zero();
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = (out.p - centers[i]) * R(1.0 / starts[i].length);
    right(static_cast<int>(i)) = x[i].dot(starts[i].v);
  }
  const V3 third = planar_ ? constant_vector(normal_) : x[2];
  out.v = solve(x[0], x[1], third, right);
  for (std::size_t i = 0; i < n; ++i) {
    const V3 dx = (out.v - starts[i].v) * R(1.0 / starts[i].length);
    right(static_cast<int>(i)) = x[i].dot(starts[i].a) - R(starts[i].length) * dx.squaredNorm();
  }
  out.a = solve(x[0], x[1], third, right);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t e = 1; e < robot_.legs[i].elements.size(); ++e) {
      ElementMotion<R>& s = data.elements->states[i][e];
      s = {};
      s.x = x[i];
      s.dx = (out.v - starts[i].v) * R(1.0 / starts[i].length);
      s.ddx = (out.a - starts[i].a) * R(1.0 / starts[i].length);
      s.d = R(starts[i].length);
    }
  return out;
}

void EncoderPorts::append(const KinematicsData<double>& k, std::vector<double>& out) const {
  VecX<double> qa(robot_.actuators.size());
  actuated_positions(robot_, k, qa);
  for (const VecX<double>* v : {static_cast<const VecX<double>*>(&qa), &k.dqa, &k.ddqa}) out.insert(out.end(), v->begin(), v->end());
}

}  // namespace gough
