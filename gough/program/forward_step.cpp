#include "gough/program/forward_step.hpp"

#include <fmt/format.h>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/model/input_error.hpp"
#include "gough/model/pose_coordinates.hpp"

namespace gough {
namespace {

using R = Recorded;

// Some number of the pose follows from others: one that moves, or a joint of the nacelle that is held.
bool follows(const Mobility& m) {
  for (const int d : m.dependent)
    if (!m.constant || d >= 6 || m.Psi.row(d).norm() > 1e-12) return true;
  return false;
}

}  // namespace

double reading_offset(const Joint& joint) { return std::atan2(joint.home.s, joint.home.c) - joint.home_value; }

GoalPorts::GoalPorts(const Robot& robot) : robot_(robot) {
  for (const Actuator& a : robot.actuators) offsets_.push_back(a.revolute ? reading_offset(driven_joint(robot, a)) : 0.0);
}

std::vector<Port> GoalPorts::ports() const {
  std::vector<Port> out;
  for (std::size_t a = 0; a < robot_.actuators.size(); ++a)
    for (const Port& port : joint_ports(robot_.actuators[a].name, robot_.actuators[a].revolute, static_cast<int>(a))) out.push_back(port);
  return out;
}

std::vector<JointPosition<R>> GoalPorts::record(Recorder& recorder) const {
  std::vector<JointPosition<R>> out(robot_.actuators.size());
  for (Port port : ports()) {
    JointPosition<R>& q = out[port.component];
    const Actuator& a = robot_.actuators[port.component];
    const JointPosition<double>& home = driven_joint(robot_, a).home;
    port.example = port.kind == PortKind::length ? home.d : port.kind == PortKind::cosine ? home.c : home.s;
    (port.kind == PortKind::length ? q.d : port.kind == PortKind::cosine ? q.c : q.s) = recorder.input(port);
  }
  return out;
}

double* GoalPorts::fill(const double* readings, double* out) const {
  for (std::size_t a = 0; a < offsets_.size(); ++a) {
    const double q = readings[a] + offsets_[a];
    if (robot_.actuators[a].revolute) {
      *out++ = std::cos(q);
      *out++ = std::sin(q);
    } else {
      *out++ = q;
    }
  }
  return out;
}

std::string ForwardStep::why_not(const Robot& robot) {
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) return "it has fewer actuators than freedoms";
  for (const Leg& leg : robot.legs)
    if (!leg.solver.closed_form) return fmt::format("leg {} has no inverse geometry in closed form", leg.name);
  return "";
}

ForwardStep::ForwardStep(const Robot& robot, StatusDepth depth) : robot_(robot), pose_(robot), goal_(robot), status_(robot, depth) {
  if (const std::string why = why_not(robot); !why.empty())
    throw InputError({}, fmt::format("{} has no forward geometry as a program: {}; find the pose with `gough fk`", robot.name, why));
  pose_size_ = pose_.ports().size();
  inputs_ = pose_size_ + goal_.ports().size();
  loose_ = follows(robot.mobility);
  weighted_ = static_cast<int>(robot.actuators.size()) > robot.mobility.n && mixes_actuators(robot);
}

double ForwardStep::weight(std::size_t actuator) const { return robot_.actuators[actuator].revolute ? 1.0 : 1.0 / robot_.length; }

// Metres, and radians as 2 tan(Δ/2).
VecX<R> ForwardStep::errors(const std::vector<JointPosition<R>>& goal, const KinematicsData<R>& data) const {
  VecX<R> out(robot_.actuators.size());
  for (std::size_t a = 0; a < goal.size(); ++a) {
    const JointPosition<R>&to = goal[a], &q = driven_position(data, robot_.actuators[a]);
    const R sine = to.s * q.c - to.c * q.s, cosine = to.c * q.c + to.s * q.s;
    out(a) = robot_.actuators[a].revolute ? R(2) * sine / (R(1) + cosine) : to.d - q.d;
  }
  return out;
}

// d: C_d d = residual; and the actuators' errors less what J_i⁺ (B_i d − residual_i) makes of them.
void ForwardStep::close_loops(KinematicsData<R>& data, VecX<R>& step, VecX<R>& error) const {
  const std::vector<int>& dependent = robot_.mobility.dependent;
  data.constraint_bias = data.residual;
  apply_qt(data.Cd, data.constraint_bias);
  auto head = data.constraint_bias.head(dependent.size());
  solve_r(data.Cd, head);
  for (std::size_t k = 0; k < dependent.size(); ++k) step(dependent[k]) = head(k);
  for (std::size_t a = 0; a < robot_.actuators.size(); ++a) {
    if (robot_.actuators[a].leg < 0) {
      error(a) -= step(robot_.nacelle.column(robot_.actuators[a].joint + 1));
      continue;
    }
    const Leg& leg = robot_.legs[robot_.actuators[a].leg];
    LegData<R>& d = data.legs[robot_.actuators[a].leg];
    VecX<R> rows = VecX<R>::Zero(leg.rows), motion = VecX<R>::Zero(step.size());
    rows(column_of(leg, robot_.actuators[a].joint)) = R(1);
    solve_rt(d.J, rows);
    for (int j = 0; j < leg.freedoms(); ++j) error(a) += rows(j) * d.residual(j);
    apply_q(d.J, rows);
    add_tip_wrench(robot_, leg, data.nacelle, d, rows, motion);
    for (Eigen::Index c = 0; c < step.size(); ++c) error(a) -= motion(c) * step(c);
  }
}

// The motion on the manifold that mends the errors best, added to the step; returns what it mends, squared.
R ForwardStep::move_actuators(const KinematicsData<R>& data, VecX<R> error, VecX<R>& step) const {
  const int n = robot_.mobility.n;
  HouseholderQr<R> qr = data.Jinv_qr;
  for (std::size_t a = 0; weighted_ && a < robot_.actuators.size(); ++a) {
    qr.a.row(a) = R(weight(a)) * data.Jinv.row(a);
    error(a) *= R(weight(a));
  }
  if (weighted_) factor(qr);
  apply_qt(qr, error);
  R mended = 0.0;
  for (int k = 0; k < n; ++k) mended += error(k) * error(k);
  auto head = error.head(n);
  solve_r(qr, head);
  for (int k = 0; k < n; ++k) step += head(k) * data.Psi.col(k);
  return weighted_ ? mended : R(weight(0) * weight(0)) * mended;
}

R ForwardStep::length_square(const VecX<R>& step) const {
  R lengths = 0.0, angles = 0.0;
  for (Eigen::Index c = 0; c < step.size(); ++c) {
    const bool angular = robot_.nacelle.angular(c);
    (angular ? angles : lengths) += step(c) * step(c);
  }
  return angles + R(1.0 / (robot_.length * robot_.length)) * lengths;
}

Program ForwardStep::record() const {
  Recorder recorder(robot_.name + "_forward_step");
  KinematicsData<R> data(robot_);
  const std::vector<R> inputs = pose_.record(recorder, data);
  const std::vector<JointPosition<R>> to = goal_.record(recorder);
  inverse_geometry_closed(robot_, data, loose_ ? Poses::beside : Poses::on_manifold);
  eliminate(robot_, data);

  VecX<R> error = errors(to, data), by = VecX<R>::Zero(robot_.nacelle.freedoms());
  R apart = 0.0;
  for (std::size_t a = 0; a < to.size(); ++a) apart += R(weight(a) * weight(a)) * error(a) * error(a);
  if (loose_) close_loops(data, by, error);
  R mended = move_actuators(data, error, by);
  if (static_cast<int>(to.size()) == robot_.mobility.n) mended = apart;
  if (loose_) mended += loop_gap_square(robot_, data);

  const std::vector<Port> ports = pose_.ports();
  const std::vector<R> after = pose_.moved(inputs, data, by);
  for (std::size_t i = 0; i < ports.size(); ++i) recorder.output(ports[i], after[i]);
  const auto tell = [&](const char* name, const char* meaning, const R& x) {
    recorder.output({name, "1", PortKind::margin, 0, meaning}, x);
  };
  tell("step", "length of the step, squared: lengths of the robot, rad", length_square(by));
  tell("open", "errors of the actuators that a motion mends, and the widest gap of the loops, squared", mended);
  tell("apart", "errors of the actuators, squared", apart);
  status_.record(recorder, data, {});
  return recorder.finish();
}

}  // namespace gough
