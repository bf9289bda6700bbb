#pragma once

#include "gough/control/actuator_forces.hpp"
#include "gough/control/control_law.hpp"
#include "gough/control/gains.hpp"

// Controllers on the platform's error in the free components, e of pose_error and ė.
namespace gough {

// Error of the platform and its rate, made once. Ψ of the reference is taken at the measured pose: exact where Ψ is constant.
class PlatformError {
 public:
  explicit PlatformError(const Robot& model);
  Outcome operator()(const Evaluator& evaluator, const Measurement& measured, const Reference& reference, Evaluator::Memory& memory);

  VecX<double> e, de;

 private:
  MatX<double> Psi_;
  VecX<double> VN_, VN_reference_;
};

// V̇_r = V̇_d − K_d (V_r − V_d) − K_p e − K_i ∫ e, and the efforts that the model needs for it.
class PlatformComputedTorque : public ControlLaw {
 public:
  PlatformComputedTorque(const Robot& model, const Load& load, const Gains& gains, double rate);
  LawInC in_c(const StatusTolerance& tolerance) const override;

 protected:
  Outcome efforts(const Measurement& measured, const Reference& reference) override;
  void advance(double dt) override;

 private:
  Gains gains_;
  VecX<double> error_, integral_, dVr_;
};

// M_d (V̇_r − V̇_d) + D (V_r − V_d) + K e = W, W being what pushes the platform, on V_r.
struct Impedance {
  VecX<double> inertia;  // M_d; empty: the robot's own, for which no wrench need be known
  VecX<double> damping;
  VecX<double> stiffness;
};

// Makes the platform answer a push as an impedance does. Where the inertia is not the robot's own, the wrench must be measured.
class ImpedanceControl : public ControlLaw {
 public:
  ImpedanceControl(const Robot& model, const Load& load, const Impedance& impedance, double rate);
  LawInC in_c(const StatusTolerance& tolerance) const override;

 protected:
  Outcome efforts(const Measurement& measured, const Reference& reference) override;

 private:
  Impedance impedance_;
  VecX<double> error_, pull_, push_, dVr_;
  MatX<double> Psi_;
  ActuatorForces forces_;
};

}  // namespace gough
