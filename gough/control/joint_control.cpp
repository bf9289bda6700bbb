#include "gough/control/joint_control.hpp"

#include "gough/control/control_programs.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

std::span<const double> span_of(const VecX<double>& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

VecX<double> zero_of_actuators(const Robot& robot) { return VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size())); }

// q_d − q_a, the short way round.
void joint_error(const Robot& model, const VecX<double>& wanted, const VecX<double>& q, VecX<double>& error) {
  for (int a = 0; a < error.size(); ++a) {
    const double difference = wanted(a) - q(a);
    error(a) = model.actuators[a].revolute ? std::remainder(difference, 2.0 * kPi) : difference;
  }
}

}  // namespace

JointFeedback::JointFeedback(const Robot& model, const Gains& gains)
    : ddq(zero_of_actuators(model)),
      correction(ddq),
      gains_(gains),
      joints_(model, record_actuated_joints(model)),
      found_(joints_.outputs),
      q_(ddq),
      dq_(ddq),
      error_(ddq),
      integral_(ddq),
      kinematics_(model) {}

// Positions, rates and accelerations of the reference's joints.
Outcome JointFeedback::find(const Evaluator& evaluator, const Reference& reference, Evaluator::Memory& memory) {
  const Robot& robot = evaluator.robot();
  const Outcome outcome = evaluator.evaluate(joints_, reference.pose, span_of(reference.Vr), span_of(reference.dVr), memory, found_.data());
  if (outcome.status == Status::not_converged) return by_library(robot, reference);
  const double* x = found_.data();
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const Actuator& actuator = robot.actuators[a];
    const JointPosition<double> q = actuator.revolute ? JointPosition<double>{x[0], x[1], 0.0} : JointPosition<double>{1.0, 0.0, *x};
    q_(static_cast<Eigen::Index>(a)) = joint_value(driven_joint(robot, actuator), q);
    x += actuator.revolute ? 2 : 1;
  }
  std::copy_n(x, dq_.size(), dq_.data());
  std::copy_n(x + dq_.size(), ddq.size(), ddq.data());
  return outcome;
}

// For what the program has no answer for, as a pose whose held components are off.
Outcome JointFeedback::by_library(const Robot& robot, const Reference& reference) {
  const Outcome outcome = position(robot, reference.pose, kinematics_);
  if (!outcome.answered()) return outcome;
  velocity(robot, reference.Vr, kinematics_);
  acceleration(robot, reference.dVr, kinematics_);
  actuated_positions(robot, kinematics_, q_);
  dq_ = kinematics_.dqa;
  ddq = kinematics_.ddqa;
  return outcome;
}

Outcome JointFeedback::operator()(const Evaluator& evaluator, const Measurement& measured, const Reference& reference,
                                  Evaluator::Memory& memory) {
  const Outcome outcome = find(evaluator, reference, memory);
  if (!outcome.answered()) return outcome;
  joint_error(evaluator.robot(), q_, measured.qa, error_);
  correction =
      gains_.kp.array() * error_.array() + gains_.kd.array() * (dq_ - measured.dqa).array() + gains_.ki.array() * integral_.array();
  return outcome;
}

JointPd::JointPd(const Robot& robot, const Load& carried, const Gains& gains, double rate)
    : ControlLaw(robot, carried, rate), feedback_(model, gains), rest_(VecX<double>::Zero(robot.mobility.n)) {}

Outcome JointPd::efforts(const Measurement& measured, const Reference& reference) {
  const Outcome place = evaluator.efforts(measured.pose, rest_, rest_, memory, effort);  // gravity, and the wrenches of the load
  if (!place.answered()) return place;
  const Outcome outcome = feedback_(evaluator, measured, reference, memory);
  if (!outcome.answered()) return outcome;
  effort += feedback_.correction;
  return place.ok() ? outcome : place;
}

JointComputedTorque::JointComputedTorque(const Robot& robot, const Load& carried, const Gains& gains, double rate)
    : ControlLaw(robot, carried, rate),
      feedback_(model, gains),
      model_(model, record_joint_efforts(model, carried)),
      ddq_(zero_of_actuators(robot)),
      dVr_(VecX<double>::Zero(robot.mobility.n)),
      kinematics_(model),
      dynamics_(model) {}

Outcome JointComputedTorque::efforts(const Measurement& measured, const Reference& reference) {
  const Outcome outcome = feedback_(evaluator, measured, reference, memory);
  if (outcome.answered()) ddq_ = feedback_.ddq + feedback_.correction;
  else ddq_.setZero();
  Outcome place = evaluator.evaluate(model_, measured.pose, span_of(measured.Vr), span_of(ddq_), memory, effort.data());
  if (place.status == Status::not_converged) place = by_library(measured);
  return place.ok() || (place.answered() && !outcome.answered()) ? outcome : place;
}

// The same by the library: J_inv V̇_r = q̈ − J̇_inv V_r, the last being what q̈ is at V̇_r = 0.
Outcome JointComputedTorque::by_library(const Measurement& measured) {
  const Outcome place = position(model, measured.pose, kinematics_);
  if (!place.answered()) return place;
  dVr_.setZero();
  velocity(model, measured.Vr, kinematics_);
  acceleration(model, dVr_, kinematics_);
  ddq_ -= kinematics_.ddqa;
  apply_qt(kinematics_.Jinv_qr, ddq_);
  auto head = ddq_.head(dVr_.size());
  solve_r(kinematics_.Jinv_qr, head);
  dVr_ = head;
  acceleration(model, dVr_, kinematics_);
  platform_legs::inverse_dynamics(model, evaluator.load(), kinematics_, dynamics_);
  effort = dynamics_.effort;
  return place;
}

}  // namespace gough
