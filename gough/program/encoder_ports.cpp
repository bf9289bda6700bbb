#include "gough/program/encoder_ports.hpp"

#include <fmt/format.h>

#include <cassert>

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

EncoderPorts::EncoderPorts(const Robot& robot) : robot_(robot), meeting_(robot) {
  if (meeting_.has_struts()) no_encoders(robot, "legs other than an arm or a slide and bars");
  for (const Leg& leg : robot.legs)
    if (meeting_.turns() && leg.tips[0].nacelle.frame.p.norm() > 1e-12) no_encoders(robot, "the platform turns");
}

EncoderPorts::Start EncoderPorts::start(const Leg& leg, const R& q, const R& dq, const R& ddq, ElementMotion<R>& s) const {
  const Joint& joint = leg.joints[0];
  const Element& first = leg.elements[0];
  Start out;
  out.q = from_reading(joint, q);
  const Placement<R> body = moved(joint.placement.template cast<R>(), out.q);
  const V3 axis = body.R.col(2), lever = body.R * constant_vector(leg.joints[leg.elements[1].extrinsic[0]].placement.p);
  s = {};
  if (joint.revolute) {
    s.x = body.R * constant_vector(first.x);
    s.dx = dq * axis.cross(s.x);
    s.ddx = ddq * axis.cross(s.x) - (dq * dq) * s.x;
    s.d = R(first.x.dot(first.b - first.a));
    out.v = dq * axis.cross(lever);
    out.a = ddq * axis.cross(lever) + (dq * dq) * axis.cross(axis.cross(lever));
  } else {
    const R along = R(first.x.dot(joint.placement.R.col(2)));
    s.x = constant_vector(first.x);
    s.d = constant_vector(first.x).dot(body.R * constant_vector(first.b) + body.p - constant_vector(first.a));
    s.dd = along * dq;
    s.ddd = along * ddq;
    out.v = dq * axis;
    out.a = ddq * axis;
  }
  out.center = body.p + lever - constant_vector(tip_offset(robot_, leg));
  out.length = leg.elements[1].x.dot(leg.elements[1].b - leg.elements[1].a);
  return out;
}

EncoderPorts::Origin EncoderPorts::record(Recorder& recorder, DynamicsData<R>& data) const {
  assert(fits(robot_, data));
  const std::size_t n = robot_.legs.size();
  std::vector<R> q, dq, ddq;
  for (std::size_t a = 0; a < robot_.actuators.size(); ++a) q.push_back(recorder.input(actuator_position_port(robot_, a)));
  for (std::size_t a = 0; a < robot_.actuators.size(); ++a) dq.push_back(recorder.input(actuator_rate_port(robot_, a)));
  for (std::size_t a = 0; a < robot_.actuators.size(); ++a) ddq.push_back(recorder.input(actuator_acceleration_port(robot_, a)));
  std::vector<Start> starts;
  std::vector<MeetingPoint::Sphere> spheres;
  for (std::size_t i = 0; i < n; ++i) {
    const Leg& leg = robot_.legs[i];
    const int a = leg.joints[0].actuator;
    starts.push_back(start(leg, q[a], dq[a], ddq[a], data.elements->states[i][0]));
    spheres.push_back(meeting_.sphere(i, starts[i].q));
  }
  Origin out;
  out.p = meeting_.meet(spheres).point;
  // x · (v − v_elbow) = 0 and its derivative
  std::vector<V3> x(n);
  V3 right = V3::Zero();
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = (out.p - starts[i].center) * R(1.0 / starts[i].length);
    right(static_cast<int>(i)) = x[i].dot(starts[i].v);
  }
  const V3 third = meeting_.planar() ? constant_vector(meeting_.normal()) : x[2];
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
  assert(fits(robot_, k));
  VecX<double> qa(robot_.actuators.size());
  actuated_positions(robot_, k, qa);
  for (const VecX<double>* v : {static_cast<const VecX<double>*>(&qa), &k.dqa, &k.ddqa}) out.insert(out.end(), v->begin(), v->end());
}

}  // namespace gough
