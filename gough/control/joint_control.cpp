#include "gough/control/joint_control.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

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
    : ddq(zero_of_actuators(model)), correction(ddq), gains_(gains), q_(ddq), error_(ddq), integral_(ddq), kinematics_(model) {}

Outcome JointFeedback::operator()(const Robot& model, const Measurement& measured, const Reference& reference) {
  const Outcome outcome = position(model, reference.pose, kinematics_);
  if (!outcome.answered()) return outcome;
  velocity(model, reference.Vr, kinematics_);
  acceleration(model, reference.dVr, kinematics_);
  ddq = kinematics_.ddqa;
  actuated_positions(model, kinematics_, q_);
  joint_error(model, q_, measured.qa, error_);
  correction = gains_.kp.array() * error_.array() + gains_.kd.array() * (kinematics_.dqa - measured.dqa).array() +
               gains_.ki.array() * integral_.array();
  return outcome;
}

JointPd::JointPd(const Robot& robot, const Load& carried, const Gains& gains, double rate)
    : ControlLaw(robot, carried, rate), feedback_(robot, gains), rest_(VecX<double>::Zero(robot.mobility.n)) {}

Outcome JointPd::efforts(const Measurement& measured, const Reference& reference) {
  const Outcome outcome = feedback_(model, measured, reference);
  if (!outcome.answered()) return outcome;
  velocity(model, rest_, kinematics);
  effort_of_acceleration(rest_);  // gravity, and the wrenches of the load
  dynamics.effort += feedback_.correction;
  return outcome;
}

JointComputedTorque::JointComputedTorque(const Robot& robot, const Load& carried, const Gains& gains, double rate)
    : ControlLaw(robot, carried, rate),
      feedback_(robot, gains),
      ddq_(zero_of_actuators(robot)),
      dVr_(VecX<double>::Zero(robot.mobility.n)) {}

Outcome JointComputedTorque::efforts(const Measurement& measured, const Reference& reference) {
  const Outcome outcome = feedback_(model, measured, reference);
  if (!outcome.answered()) return outcome;
  // J_inv V̇_r = q̈ − J̇_inv V_r; the kinematics at V̇_r = 0 leave J̇_inv V_r in ddqa
  dVr_.setZero();
  acceleration(model, dVr_, kinematics);
  ddq_ = feedback_.ddq - kinematics.ddqa + feedback_.correction;
  apply_qt(kinematics.Jinv_qr, ddq_);
  solve_r(kinematics.Jinv_qr, ddq_);
  dVr_ = ddq_.head(dVr_.size());
  effort_of_acceleration(dVr_);
  return outcome;
}

}  // namespace gough
