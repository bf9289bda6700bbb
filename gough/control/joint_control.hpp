#pragma once

#include "gough/control/control_law.hpp"
#include "gough/control/gains.hpp"

// Controllers on the actuated joints' own errors, e_q = q_d − q_a. The reference's joints come from its pose by the model's inverse
// geometry.
namespace gough {

// What the reference asks of the actuated joints, and what their errors add to it.
class JointFeedback {
 public:
  JointFeedback(const Robot& model, const Gains& gains);  // the model must outlive it
  // Fills correction = K_p e_q + K_d ė_q + K_i ∫ e_q and ddq = q̈_d. Status as `position`.
  Outcome operator()(const Evaluator& evaluator, const Measurement& measured, const Reference& reference, Evaluator::Memory& memory);
  void advance(double dt) { integral_ += dt * error_; }
  // `effort`: unit of efforts by errors, or empty for gains on accelerations.
  LawInC in_c(const Robot& robot, const std::string& effort, const StatusTolerance& tolerance) const;

  VecX<double> ddq, correction;

 private:
  Gains gains_;
  Evaluator::Ready joints_;  // the reference's, by one program
  std::vector<double> found_;
  VecX<double> q_, dq_, error_, integral_;
  KinematicsData<double> kinematics_;

  Outcome find(const Evaluator& evaluator, const Reference& reference, Evaluator::Memory& memory);
  Outcome by_library(const Robot& robot, const Reference& reference);
};

// τ = K_p e_q + K_d ė_q + K_i ∫ e_q + τ_gravity.
class JointPd : public ControlLaw {
 public:
  JointPd(const Robot& model, const Load& load, const Gains& gains, double rate);
  LawInC in_c(const StatusTolerance& tolerance) const override;

 protected:
  Outcome efforts(const Measurement& measured, const Reference& reference) override;
  void advance(double dt) override { feedback_.advance(dt); }

 private:
  JointFeedback feedback_;
  VecX<double> rest_;
};

// q̈ = q̈_d + K_d ė_q + K_p e_q + K_i ∫ e_q, and the efforts that the model needs for it. With more actuators than freedoms the accelerations
// that do not fit together are taken in the least-squares sense.
class JointComputedTorque : public ControlLaw {
 public:
  JointComputedTorque(const Robot& model, const Load& load, const Gains& gains, double rate);
  LawInC in_c(const StatusTolerance& tolerance) const override;

 protected:
  Outcome efforts(const Measurement& measured, const Reference& reference) override;
  void advance(double dt) override { feedback_.advance(dt); }

 private:
  JointFeedback feedback_;
  Evaluator::Ready model_;  // efforts for q̈
  VecX<double> ddq_, dVr_;
  KinematicsData<double> kinematics_;
  DynamicsData<double> dynamics_;

  Outcome by_library(const Measurement& measured);
};

}  // namespace gough
