#include "gough/identification/butterworth.hpp"

#include <gtest/gtest.h>

#include "gough/math/rotation.hpp"

namespace gough {
namespace {

// The bilinear transform takes f to tan(π f); twice a Butterworth of order 4 has the gain 1 / (1 + (Ω/Ω_c)⁸) and no phase.
double gain(double f, double cutoff) { return 1.0 / (1.0 + std::pow(std::tan(kPi * f) / std::tan(kPi * cutoff), 8)); }

TEST(ZeroPhaseLowPass, has_the_gain_of_the_formula_and_no_phase) {
  const int n = 4000;
  for (double cutoff : {0.02, 0.1, 0.3})
    for (double f : {0.3 * cutoff, 0.9 * cutoff, cutoff, 1.3 * cutoff}) {
      VecX<double> x(n), wanted(n);
      for (int k = 0; k < n; ++k) {
        x(k) = std::sin(2 * kPi * f * k + 0.3);
        wanted(k) = gain(f, cutoff) * x(k);
      }
      const ZeroPhaseLowPass low_pass(cutoff);
      low_pass.apply(x);
      // what is left of the ends has decayed to a millionth
      const int edge = low_pass.transient();
      EXPECT_LT((x - wanted).segment(edge, n - 2 * edge).cwiseAbs().maxCoeff(), 1e-5) << cutoff << " " << f;
    }
}

TEST(ZeroPhaseLowPass, leaves_straight_lines_alone) {
  VecX<double> x(300), line(300);
  for (int k = 0; k < 300; ++k) x(k) = line(k) = 3.0 - 0.7 * k;
  ZeroPhaseLowPass(0.05).apply(x);
  EXPECT_LT((x - line).cwiseAbs().maxCoeff(), 1e-5);  // it lags a ramp by some ten samples; that has decayed to a millionth
}

TEST(ZeroPhaseLowPass, knows_how_much_noise_it_lets_through) {
  double sum = 0.0;
  const double step = 1e-4;
  for (double x = step / 2; x < 20.0; x += step) sum += step / std::pow(1.0 + std::pow(x, 8), 2);
  EXPECT_NEAR(ZeroPhaseLowPass::noise_bandwidth(), sum, 1e-9);
}

TEST(Differentiate, is_exact_for_polynomials_of_degree_four) {
  const double h = 0.01;
  VecX<double> x(40), first, second;
  for (int k = 0; k < 40; ++k) {
    const double t = h * k;
    x(k) = 1 + t * (2 + t * (-3 + t * (4 + 5 * t)));
  }
  differentiate(x, h, first, second);
  for (int k = 2; k < 38; ++k) {
    const double t = h * k;
    EXPECT_NEAR(first(k), 2 + t * (-6 + t * (12 + 20 * t)), 1e-12 / h);
    EXPECT_NEAR(second(k), -6 + t * (24 + 60 * t), 1e-12 / (h * h));
  }
}

}  // namespace
}  // namespace gough
