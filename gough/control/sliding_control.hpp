#pragma once

#include "gough/control/platform_control.hpp"

// Robust control on the sliding variable s = V_r − V_ref, V_ref = V_d − λ e: with s = 0 the error dies out with rate λ. The model gives the
// efforts for an acceleration; what it does not know is a disturbance δ of ṡ.
namespace gough {

struct Sliding {
  double lambda = 0.0;    // of the error on s = 0, 1/s
  double lambda_s = 0.0;  // of s itself, 1/s (sliding mode)
  VecX<double> bound;     // of |δ| (sliding mode) or of |δ̇| (super-twisting), for each freedom
  VecX<double> boundary;  // |s| below which sign(s) is s / boundary; 0: it switches
};

// V̇_r = V̇_ref − λ_s s − η sat(s / boundary), η = bound.
class SlidingMode : public ControlLaw {
 public:
  SlidingMode(const Robot& model, const Load& load, const Sliding& sliding, double rate);
  LawInC in_c(const StatusTolerance& tolerance) const override;

 protected:
  Outcome efforts(const Measurement& measured, const Reference& reference) override;

 private:
  Sliding sliding_;
  PlatformError error_;
  VecX<double> s_, dVr_;
};

// V̇_r = V̇_ref − k₁ √|s| sign(s) + ν, ν̇ = −k₂ sign(s), k₁ = 1.5 √L and k₂ = 1.1 L with L the bound of |δ̇| [Levant 1998]: s and ṡ are zero
// after a finite time, and ν is −δ.
class SuperTwisting : public ControlLaw {
 public:
  SuperTwisting(const Robot& model, const Load& load, const Sliding& sliding, double rate);
  LawInC in_c(const StatusTolerance& tolerance) const override;

 protected:
  Outcome efforts(const Measurement& measured, const Reference& reference) override;
  void advance(double dt) override;

 private:
  Sliding sliding_;
  PlatformError error_;
  VecX<double> s_, nu_, dVr_;
};

}  // namespace gough
