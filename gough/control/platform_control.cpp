#include "gough/control/platform_control.hpp"

#include "gough/control/pose_error.hpp"

namespace gough {

PlatformError::PlatformError(const Robot& model)
    : e(VecX<double>::Zero(model.mobility.n)),
      de(e),
      Psi_(MatX<double>::Zero(model.nacelle.freedoms(), model.mobility.n)),
      VN_(VecX<double>::Zero(model.nacelle.freedoms())),
      VN_reference_(VN_) {}

Outcome PlatformError::operator()(const Evaluator& evaluator, const Measurement& measured, const Reference& reference,
                                  Evaluator::Memory& memory) {
  const Outcome outcome = evaluator.mobility(measured.pose, memory, Psi_);
  if (!outcome.answered()) return outcome;
  pose_error(evaluator.robot(), measured.pose, reference.pose, e);
  VN_.noalias() = Psi_ * measured.Vr;
  VN_reference_.noalias() = Psi_ * reference.Vr;
  pose_error_rate(evaluator.robot(), measured.pose, VN_, reference.pose, VN_reference_, de);
  return outcome;
}

PlatformComputedTorque::PlatformComputedTorque(const Robot& robot, const Load& carried, const Gains& gains, double rate)
    : ControlLaw(robot, carried, rate), gains_(gains), error_(VecX<double>::Zero(robot.mobility.n)), integral_(error_), dVr_(error_) {}

Outcome PlatformComputedTorque::efforts(const Measurement& measured, const Reference& reference) {
  pose_error(model, measured.pose, reference.pose, error_);
  dVr_ = reference.dVr;
  dVr_.array() -=
      gains_.kd.array() * (measured.Vr - reference.Vr).array() + gains_.kp.array() * error_.array() + gains_.ki.array() * integral_.array();
  return effort_of_acceleration(measured, dVr_);
}

void PlatformComputedTorque::advance(double dt) { integral_ += dt * error_; }

ImpedanceControl::ImpedanceControl(const Robot& robot, const Load& carried, const Impedance& impedance, double rate)
    : ControlLaw(robot, carried, rate),
      impedance_(impedance),
      error_(VecX<double>::Zero(robot.mobility.n)),
      pull_(error_),
      push_(error_),
      dVr_(error_),
      Psi_(MatX<double>::Zero(robot.nacelle.freedoms(), robot.mobility.n)),
      forces_(model) {}

Outcome ImpedanceControl::efforts(const Measurement& measured, const Reference& reference) {
  pose_error(model, measured.pose, reference.pose, error_);
  pull_.array() = -impedance_.stiffness.array() * error_.array() - impedance_.damping.array() * (measured.Vr - reference.Vr).array();
  dVr_ = reference.dVr;
  if (impedance_.inertia.size() > 0) {
    const Outcome mobile = evaluator.mobility(measured.pose, memory, Psi_);
    if (!mobile.answered()) return mobile;
    for (Eigen::Index c = 0; c < push_.size(); ++c)
      push_(c) = Psi_.col(c).head<3>().dot(measured.force) + Psi_.col(c).segment<3>(3).dot(measured.moment);
    dVr_.array() += (pull_ + push_).array() / impedance_.inertia.array();
    pull_ = -push_;
  }
  const Outcome outcome = effort_of_acceleration(measured, dVr_);
  if (!outcome.answered()) return outcome;
  return forces_.add(evaluator, measured.pose, pull_, memory, effort);
}

}  // namespace gough
