#include "gough/identification/butterworth.hpp"

#include <algorithm>

#include "gough/math/rotation.hpp"

namespace gough {

constexpr int kLongest = 1'000'000'000;  // samples: longer than any motion

ZeroPhaseLowPass::ZeroPhaseLowPass(double cutoff) {
  // analogue prototype s² + 2 ζ s + 1 with poles at π/8 and 3π/8 from the real axis, s = (1 − z⁻¹) / (K (1 + z⁻¹)), K = tan π f
  const double K = std::tan(kPi * cutoff);
  for (int k = 0; k < 2; ++k) {
    const double damping = 2.0 * std::cos(kPi * (2 * k + 1) / 8.0);
    const double a0 = 1.0 + damping * K + K * K;
    sections_[k] = {K * K / a0, 2.0 * K * K / a0, K * K / a0, 2.0 * (K * K - 1.0) / a0, (1.0 - damping * K + K * K) / a0};
  }
  // the slowest pair of poles has the radius √a₂: to a millionth
  double radius = 0.0;
  for (const Section& s : sections_) radius = std::max(radius, std::sqrt(std::abs(s.a2)));
  const double transient = std::ceil(std::log(1e-6) / std::log(radius)) + 2.0;  // endless where the radius rounds to 1
  transient_ = transient < kLongest ? static_cast<int>(transient) : kLongest;
}

void ZeroPhaseLowPass::run(std::vector<double>& x) const {
  for (const Section& s : sections_) {
    // settled on x[0]: output x[0], direct form II transposed
    double z1 = (1.0 - s.b0) * x[0], z2 = (s.b2 - s.a2) * x[0];
    for (double& value : x) {
      const double in = value, out = s.b0 * in + z1;
      z1 = s.b1 * in - s.a1 * out + z2;
      z2 = s.b2 * in - s.a2 * out;
      value = out;
    }
  }
}

void ZeroPhaseLowPass::apply(VecX<double>& x) const {
  const int n = static_cast<int>(x.size()), pad = std::min(transient_, n - 1);
  std::vector<double> long_x(static_cast<std::size_t>(n + 2 * pad));
  for (int k = 0; k < n; ++k) long_x[pad + k] = x(k);
  for (int k = 1; k <= pad; ++k) {
    long_x[pad - k] = 2.0 * x(0) - x(k);
    long_x[pad + n - 1 + k] = 2.0 * x(n - 1) - x(n - 1 - k);
  }
  run(long_x);
  std::reverse(long_x.begin(), long_x.end());
  run(long_x);
  std::reverse(long_x.begin(), long_x.end());
  for (int k = 0; k < n; ++k) x(k) = long_x[pad + k];
}

void differentiate(const VecX<double>& x, double step, VecX<double>& first, VecX<double>& second) {
  const Eigen::Index n = x.size();
  first.setZero(n);
  second.setZero(n);
  for (Eigen::Index k = 2; k + 2 < n; ++k) {
    first(k) = (8.0 * (x(k + 1) - x(k - 1)) - (x(k + 2) - x(k - 2))) / (12.0 * step);
    second(k) = (16.0 * (x(k + 1) + x(k - 1)) - (x(k + 2) + x(k - 2)) - 30.0 * x(k)) / (12.0 * step * step);
  }
  for (VecX<double>* d : {&first, &second})
    for (Eigen::Index k = 0; k < 2 && n > 4; ++k) {
      (*d)(k) = (*d)(2);
      (*d)(n - 1 - k) = (*d)(n - 3);
    }
}

}  // namespace gough
