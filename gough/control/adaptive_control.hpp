#pragma once

#include <optional>

#include "gough/control/linear_parameters.hpp"
#include "gough/control/platform_control.hpp"

namespace gough {

// Adaptive computed torque in Slotine and Li's form, with the regressor of [CB]: s = V_r − V_ref, V_ref = V_d − λ e, and
//   J_invᵀ τ = W p̂ = M̂ (V̇_ref − λ_s s) + Ĉ V_ref + ĝ,   dp̂/dt = −Γ Wᵀ s within the bounds.
// ½ sᵀ M s + ½ p̃ᵀ Γ⁻¹ p̃ never grows, for Ṁ − 2C is skew. Without parameters to adapt: passivity-based control with a fixed model.
class AdaptiveControl : public ControlLaw {
 public:
  AdaptiveControl(const Robot& model, const Load& load, double lambda, double lambda_s, const LinearParameters& parameters,
                  const std::vector<AdaptedParameter>& adapted, double rate);
  const std::vector<virtual_work::Parameter>& estimates() const override { return estimates_; }
  std::vector<double> estimated_of(const std::vector<virtual_work::Parameter>& all) const override;
  const VecX<double>& sliding_variable() const { return s_; }
  LawInC in_c(const StatusTolerance& tolerance) const override;

 protected:
  Outcome efforts(const Measurement& measured, const Reference& reference) override;
  void advance(double dt) override;

 private:
  double lambda_, lambda_s_;
  LinearParameters parameters_;  // every one, adapted or not
  std::vector<AdaptedParameter> adapted_;
  std::vector<virtual_work::Parameter> estimates_;
  PlatformError error_;
  std::optional<Evaluator::Ready> model_;
  std::vector<double> state_, out_;  // of the model
  VecX<double> s_, V_, dV_;
};

// wᵀ M⁻¹ w of each parameter's column, the mean over seeded states near home: how strongly it speaks in the acceleration. 0: not at all.
VecX<double> parameter_influence(const Robot& robot, const Load& load);

// Gain with which a parameter alone is found with time constant T: p̃ obeys dp̃/dt = −γ (wᵀ M⁻¹ w / λ_s) p̃ where s has settled.
double adaptation_gain(double influence, double lambda_s, double time);

}  // namespace gough
