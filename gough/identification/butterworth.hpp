#pragma once

#include <array>
#include <vector>

#include "gough/math/types.hpp"

namespace gough {

// Low-pass Butterworth filter of order 4, run forward and backward: no phase, gain 1 / (1 + (f / cutoff)⁸) up to the bilinear transform's
// warping. The ends are continued by odd reflection, and the filter starts settled.
class ZeroPhaseLowPass {
 public:
  // `cutoff` in samples⁻¹: above 0 and below 1/2.
  explicit ZeroPhaseLowPass(double cutoff);

  void apply(VecX<double>& x) const;

  // Samples at each end that the continuation may still be felt in.
  int transient() const { return transient_; }
  // Power of white noise that passes, over that which an ideal low-pass lets through: ∫ dx / (1 + x⁸)² = (7π/64) / sin(π/8).
  static double noise_bandwidth() { return 0.8979006338549019; }

 private:
  struct Section {  // b₀ + b₁ z⁻¹ + b₂ z⁻² over 1 + a₁ z⁻¹ + a₂ z⁻²
    double b0, b1, b2, a1, a2;
  };
  std::array<Section, 2> sections_;
  int transient_;

  void run(std::vector<double>& x) const;
};

// First and second derivative by central differences over five samples, error O(step⁴). The two samples at each end repeat their
// neighbour's.
void differentiate(const VecX<double>& x, double step, VecX<double>& first, VecX<double>& second);

}  // namespace gough
