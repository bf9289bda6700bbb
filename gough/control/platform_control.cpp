#include "gough/control/platform_control.hpp"

#include "gough/control/pose_error.hpp"
#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/velocity.hpp"

namespace gough {

PlatformError::PlatformError(const Robot& model)
    : e(VecX<double>::Zero(model.mobility.n)), de(e), VN_(VecX<double>::Zero(model.nacelle.freedoms())) {}

void PlatformError::operator()(const Robot& model, const KinematicsData<double>& measured, const Reference& reference) {
  pose_error(model, measured.pose, reference.pose, e);
  VN_.noalias() = measured.Psi * reference.Vr;
  pose_error_rate(model, measured.pose, measured.VN, reference.pose, VN_, de);
}

PlatformComputedTorque::PlatformComputedTorque(const Robot& robot, const Load& carried, const Gains& gains, double rate)
    : ControlLaw(robot, carried, rate), gains_(gains), error_(VecX<double>::Zero(robot.mobility.n)), integral_(error_), dVr_(error_) {}

Outcome PlatformComputedTorque::efforts(const Measurement& measured, const Reference& reference) {
  pose_error(model, measured.pose, reference.pose, error_);
  dVr_ = reference.dVr;
  dVr_.array() -=
      gains_.kd.array() * (measured.Vr - reference.Vr).array() + gains_.kp.array() * error_.array() + gains_.ki.array() * integral_.array();
  effort_of_acceleration(dVr_);
  return {};
}

void PlatformComputedTorque::advance(double dt) { integral_ += dt * error_; }

ImpedanceControl::ImpedanceControl(const Robot& robot, const Load& carried, const Impedance& impedance, double rate)
    : ControlLaw(robot, carried, rate),
      impedance_(impedance),
      error_(VecX<double>::Zero(robot.mobility.n)),
      pull_(error_),
      push_(error_),
      dVr_(error_) {}

Outcome ImpedanceControl::efforts(const Measurement& measured, const Reference& reference) {
  pose_error(model, measured.pose, reference.pose, error_);
  pull_.array() = -impedance_.stiffness.array() * error_.array() - impedance_.damping.array() * (measured.Vr - reference.Vr).array();
  dVr_ = reference.dVr;
  if (impedance_.inertia.size() == 0) {
    effort_of_acceleration(dVr_);
    dynamics.force += pull_;
  } else {
    for (Eigen::Index c = 0; c < push_.size(); ++c)
      push_(c) = kinematics.Psi.col(c).head<3>().dot(measured.force) + kinematics.Psi.col(c).segment<3>(3).dot(measured.moment);
    dVr_.array() += (pull_ + push_).array() / impedance_.inertia.array();
    effort_of_acceleration(dVr_);
    dynamics.force -= push_;
  }
  least_norm_efforts(model, kinematics, dynamics);
  return {};
}

}  // namespace gough
