#include "gough/control/joint_control.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

int actuators(const Robot& robot) { return static_cast<int>(robot.actuators.size()); }

// q_d − q_a, the short way round.
void joint_error(const Robot& model, const VecX<double>& wanted, const VecX<double>& q, VecX<double>& error) {
  for (int a = 0; a < error.size(); ++a) {
    const double difference = wanted(a) - q(a);
    error(a) = model.actuators[a].revolute ? std::remainder(difference, 2.0 * kPi) : difference;
  }
}

}  // namespace

JointReference::JointReference(const Robot& model) : q(VecX<double>::Zero(actuators(model))), dq(q), ddq(q), kinematics_(model) {}

Outcome JointReference::operator()(const Robot& model, const Reference& reference) {
  const Outcome outcome = position(model, reference.pose, kinematics_);
  if (!outcome.answered()) return outcome;
  velocity(model, reference.Vr, kinematics_);
  acceleration(model, reference.dVr, kinematics_);
  actuated_positions(model, kinematics_, q);
  dq = kinematics_.dqa;
  ddq = kinematics_.ddqa;
  return outcome;
}

JointPd::JointPd(const Robot& robot, const Load& carried, const Gains& gains, double rate)
    : ControlLaw(robot, carried, rate),
      gains_(gains),
      wanted_(robot),
      error_(VecX<double>::Zero(actuators(robot))),
      integral_(error_),
      rest_(VecX<double>::Zero(robot.mobility.n)) {}

Outcome JointPd::efforts(const Measurement& measured, const Reference& reference) {
  const Outcome outcome = wanted_(model, reference);
  if (!outcome.answered()) return outcome;
  velocity(model, rest_, kinematics);
  effort_of_acceleration(rest_);  // gravity, and the wrenches of the load
  joint_error(model, wanted_.q, measured.qa, error_);
  dynamics.effort.array() +=
      gains_.kp.array() * error_.array() + gains_.kd.array() * (wanted_.dq - measured.dqa).array() + gains_.ki.array() * integral_.array();
  return outcome;
}

void JointPd::advance(double dt) { integral_ += dt * error_; }

JointComputedTorque::JointComputedTorque(const Robot& robot, const Load& carried, const Gains& gains, double rate)
    : ControlLaw(robot, carried, rate),
      gains_(gains),
      wanted_(robot),
      error_(VecX<double>::Zero(actuators(robot))),
      integral_(error_),
      ddq_(error_),
      dVr_(VecX<double>::Zero(robot.mobility.n)) {}

Outcome JointComputedTorque::efforts(const Measurement& measured, const Reference& reference) {
  const Outcome outcome = wanted_(model, reference);
  if (!outcome.answered()) return outcome;
  joint_error(model, wanted_.q, measured.qa, error_);
  // J_inv V̇_r = q̈ − J̇_inv V_r; the kinematics at V̇_r = 0 leave J̇_inv V_r in ddqa
  dVr_.setZero();
  acceleration(model, dVr_, kinematics);
  ddq_ = wanted_.ddq - kinematics.ddqa;
  ddq_.array() +=
      gains_.kd.array() * (wanted_.dq - measured.dqa).array() + gains_.kp.array() * error_.array() + gains_.ki.array() * integral_.array();
  apply_qt(kinematics.Jinv_qr, ddq_);
  solve_r(kinematics.Jinv_qr, ddq_);
  dVr_ = ddq_.head(dVr_.size());
  effort_of_acceleration(dVr_);
  return outcome;
}

void JointComputedTorque::advance(double dt) { integral_ += dt * error_; }

}  // namespace gough
