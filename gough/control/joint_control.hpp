#pragma once

#include "gough/control/control_law.hpp"
#include "gough/control/gains.hpp"

// Controllers on the actuated joints' own errors, e_q = q_d − q_a. The reference's joints come from its pose by the model's inverse
// geometry.
namespace gough {

// What the reference asks of the actuated joints.
class JointReference {
 public:
  explicit JointReference(const Robot& model);
  // Fills q and dq and, where the velocity stage is enough, ddq. Status as `position`.
  Outcome operator()(const Robot& model, const Reference& reference);

  VecX<double> q, dq, ddq;

 private:
  KinematicsData<double> kinematics_;
};

// τ = K_p e_q + K_d ė_q + K_i ∫ e_q + τ_gravity.
class JointPd : public ControlLaw {
 public:
  JointPd(const Robot& model, const Load& load, const Gains& gains, double rate);

 protected:
  Outcome efforts(const Measurement& measured, const Reference& reference) override;
  void advance(double dt) override;

 private:
  Gains gains_;
  JointReference wanted_;
  VecX<double> error_, integral_, rest_;
};

// q̈ = q̈_d + K_d ė_q + K_p e_q + K_i ∫ e_q, and the efforts that the model needs for it. With more actuators than freedoms the accelerations
// that do not fit together are taken in the least-squares sense.
class JointComputedTorque : public ControlLaw {
 public:
  JointComputedTorque(const Robot& model, const Load& load, const Gains& gains, double rate);

 protected:
  Outcome efforts(const Measurement& measured, const Reference& reference) override;
  void advance(double dt) override;

 private:
  Gains gains_;
  JointReference wanted_;
  VecX<double> error_, integral_, ddq_, dVr_;
};

}  // namespace gough
