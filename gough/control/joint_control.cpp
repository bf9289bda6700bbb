#include "gough/control/joint_control.hpp"

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
    : ddq(zero_of_actuators(model)), correction(ddq), gains_(gains), q_(ddq), dq_(ddq), error_(ddq), integral_(ddq) {}

Outcome JointFeedback::operator()(const Evaluator& evaluator, const Measurement& measured, const Reference& reference,
                                  Evaluator::Memory& memory) {
  const Outcome outcome = evaluator.rates(reference.pose, reference.Vr, reference.dVr, memory, dq_, ddq);
  if (!outcome.answered()) return outcome;
  (void)evaluator.positions(reference.pose, memory, q_);  // it has an answer where the rates have one
  joint_error(evaluator.robot(), q_, measured.qa, error_);
  correction =
      gains_.kp.array() * error_.array() + gains_.kd.array() * (dq_ - measured.dqa).array() + gains_.ki.array() * integral_.array();
  return outcome;
}

JointPd::JointPd(const Robot& robot, const Load& carried, const Gains& gains, double rate)
    : ControlLaw(robot, carried, rate), feedback_(robot, gains), rest_(VecX<double>::Zero(robot.mobility.n)) {}

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
      feedback_(robot, gains),
      joints_(robot),
      ddq_(zero_of_actuators(robot)),
      dq_(ddq_),
      dVr_(VecX<double>::Zero(robot.mobility.n)) {}

Outcome JointComputedTorque::efforts(const Measurement& measured, const Reference& reference) {
  // J_inv V̇_r = q̈ − J̇_inv V_r, the last being what q̈ is at V̇_r = 0
  dVr_.setZero();
  const Outcome place = evaluator.rates(measured.pose, measured.Vr, dVr_, memory, dq_, ddq_);
  if (!place.answered()) return place;
  const Outcome outcome = feedback_(evaluator, measured, reference, memory);
  if (!outcome.answered()) return outcome;
  ddq_ = feedback_.ddq - ddq_ + feedback_.correction;
  (void)joints_.platform_rates(evaluator, measured.pose, ddq_, memory, dVr_);
  (void)effort_of_acceleration(measured, dVr_);
  return place.ok() ? outcome : place;
}

}  // namespace gough
