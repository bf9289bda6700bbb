#include "gough/control/control_programs.hpp"

#include <fmt/format.h>

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/equivalent_robot.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/program/record_position.hpp"
#include "gough/program/robot_ports.hpp"
#include "gough/program/status_ports.hpp"

namespace gough {
namespace {

using R = Recorded;

// Positions of a robot recorded, and ports of its actuators.
struct ControlRecorder {
  const Robot& robot;
  Recorder recorder;
  KinematicsData<R> k;

  ControlRecorder(const Robot& of, const std::string& name) : robot(of), recorder(of.name + "_" + name), k(of) {
    record_position(robot, recorder, k);
  }

  VecX<R> inputs(Port (*port)(const Robot&, std::size_t)) {
    VecX<R> out(static_cast<Eigen::Index>(robot.actuators.size()));
    for (std::size_t a = 0; a < robot.actuators.size(); ++a) out(static_cast<Eigen::Index>(a)) = recorder.input(port(robot, a));
    return out;
  }

  void outputs(Port (*port)(const Robot&, std::size_t), const VecX<R>& x) {
    for (std::size_t a = 0; a < robot.actuators.size(); ++a) recorder.output(port(robot, a), x(static_cast<Eigen::Index>(a)));
  }

  // J_inv⁺ q.
  VecX<R> platform(VecX<R> q) const {
    apply_qt(k.Jinv_qr, q);
    VecX<R> out = q.head(k.Jinv.cols());
    solve_r(k.Jinv_qr, out);
    return out;
  }

  Program finish(const ForC& tolerance = {}) {
    record_rank_status(robot, recorder, k, tolerance);
    return recorder.finish();
  }
};

Port force_port(const Robot& robot, int freedom) {
  const FreeComponent& f = robot.mobility.free[freedom];
  return {"force_" + f.name, f.angular ? "N m" : "N", PortKind::other, freedom, "generalised force along " + f.name};
}

// The actuated joints move with the rates that are recorded: efforts for their accelerations, the next inputs.
void record_efforts_for(ControlRecorder& r, const Load& load, const VecX<R>& Vr) {
  DynamicsData<R> d(r.robot);
  velocity(r.robot, Vr, r.k);
  acceleration(r.robot, VecX<R>(VecX<R>::Zero(r.robot.mobility.n)), r.k);  // what V_r alone makes of q̈_a
  const VecX<R> rest = r.inputs(actuator_acceleration_port) - r.k.ddqa;
  acceleration(r.robot, r.platform(rest), r.k);
  platform_legs::inverse_dynamics(r.robot, load, r.k, d);
  r.outputs(effort_port, d.effort);
}

}  // namespace

void record_rank_status(const Robot& robot, Recorder& recorder, const KinematicsData<R>& data, const ForC& tolerance) {
  if (tolerance) StatusMargin(robot, StatusDepth::rank, *tolerance).record(recorder, data, {}, R(0.0));
  else StatusPorts(robot, StatusDepth::rank).record(recorder, data, {});
}

Program record_actuated_joints(const Robot& robot, const ForC& tolerance) {
  ControlRecorder r(robot, "actuated_joints");
  velocity(robot, record_rates(robot, r.recorder, velocity_port), r.k);
  acceleration(robot, record_rates(robot, r.recorder, acceleration_port), r.k);
  int component = 0;
  for (const Actuator& a : robot.actuators) {
    const JointPosition<R>& q = driven_position(r.k, a);
    for (const Port& port : joint_ports(a.name, a.revolute, component++))
      r.recorder.output(port, port.kind == PortKind::length ? q.d : port.kind == PortKind::cosine ? q.c : q.s);
  }
  r.outputs(actuator_rate_port, r.k.dqa);
  r.outputs(actuator_acceleration_port, r.k.ddqa);
  return r.finish(tolerance);
}

Program record_platform_rates(const Robot& robot) {
  ControlRecorder r(robot, "platform_rates");
  const VecX<R> V = r.platform(r.inputs(actuator_rate_port));
  for (int c = 0; c < robot.mobility.n; ++c) r.recorder.output(velocity_port(robot, c), V(c));
  return r.finish();
}

Program record_actuator_forces(const Robot& robot, const ForC& tolerance) {
  ControlRecorder r(robot, "actuator_forces");
  DynamicsData<R> d(robot);
  d.force = record_rates(robot, r.recorder, force_port);
  least_norm_efforts(robot, r.k, d);
  r.outputs(effort_port, d.effort);
  return r.finish(tolerance);
}

Program record_joint_efforts(const Robot& robot, const Load& load) {
  const Robot light = equivalent_robot(robot);
  ControlRecorder r(light, "joint_efforts");
  record_efforts_for(r, load, record_rates(light, r.recorder, velocity_port));
  return r.finish();
}

Program record_joint_efforts_of_rates(const Robot& robot, const Load& load, const ForC& tolerance) {
  const Robot light = equivalent_robot(robot);
  ControlRecorder r(light, "joint_efforts");
  record_efforts_for(r, load, r.platform(r.inputs(actuator_rate_port)));
  return r.finish(tolerance);
}

Program record_rest_efforts(const Robot& robot, const Load& load, const ForC& tolerance) {
  const Robot light = equivalent_robot(robot);
  const VecX<R> rest = VecX<R>::Zero(light.mobility.n);
  ControlRecorder r(light, "rest_efforts");
  DynamicsData<R> d(light);
  velocity(light, rest, r.k);
  acceleration(light, rest, r.k);
  platform_legs::inverse_dynamics(light, load, r.k, d);
  r.outputs(effort_port, d.effort);
  return r.finish(tolerance);
}

Program record_platform_motion(const Robot& robot, const MotionWanted& wanted) {
  static constexpr const char* kAxes = "xyz";
  ControlRecorder r(robot, "platform_motion");
  const int n = robot.mobility.n;
  const VecX<R> V = r.platform(r.inputs(actuator_rate_port));
  for (int c = 0; c < n; ++c) r.recorder.output(velocity_port(robot, c), V(c));
  const auto turn = [&](const VecX<R>& Vr, const std::string& name) {
    for (int k = 0; k < 3; ++k) {
      R w = 0.0;
      for (int c = 0; c < n; ++c) w += r.k.Psi(3 + k, c) * Vr(c);
      r.recorder.output(fmt::format("{}_{}", name, kAxes[k]), "rad/s", w);
    }
  };
  if (wanted.turning) {
    turn(V, "omega");
    turn(record_rates(robot, r.recorder, velocity_port), "reference_omega");
  }
  if (wanted.push) {
    VecX<R> wrench(6);
    for (int k = 0; k < 6; ++k) wrench(k) = r.recorder.input(fmt::format("{}{}", k < 3 ? 'f' : 'm', kAxes[k % 3]), k < 3 ? "N" : "N m");
    for (int c = 0; c < n; ++c) {
      R push = 0.0;
      for (int k = 0; k < 6; ++k) push += r.k.Psi(k, c) * wrench(k);
      r.recorder.output(force_port(robot, c), push);
    }
  }
  return r.recorder.finish();
}

}  // namespace gough
