#include "gough/identification/least_squares.hpp"

#include <algorithm>

#include "gough/math/linear_algebra.hpp"

namespace gough {
namespace {

constexpr double kWeak = 1e-7;
constexpr double kCorner = 1.345;              // Huber: 95 % efficient on normal noise
constexpr double kMedianToDeviation = 1.4826;  // of normal noise

VecX<double> column_scales(const MatX<double>& W) {
  VecX<double> scale = W.colwise().norm().transpose();
  for (double& s : scale)
    if (!(s > 0.0)) s = 1.0;
  return scale;
}

// Solves the weighted problem; the covariance is (WᵀΛW)⁻¹, Λ the squared weights.
struct Solution {
  VecX<double> x;
  MatX<double> inverse_normal;
};

Solution solve(const MatX<double>& W, const VecX<double>& y, const VecX<double>& weight) {
  const MatX<double> A = weight.asDiagonal() * W;
  const VecX<double> scale = column_scales(A).cwiseInverse();
  const FullRankFit fit = full_rank_fit(A * scale.asDiagonal(), weight.cwiseProduct(y));
  const MatX<double> inverse = scale.asDiagonal() * fit.inverse_triangle;
  return {scale.cwiseProduct(fit.x), inverse * inverse.transpose()};
}

// Standard deviation of each row's residuals, the parameters' share of the freedoms taken evenly from all rows.
VecX<double> noise_of(const VecX<double>& residual, int width, Eigen::Index parameters) {
  const double all = static_cast<double>(residual.size());
  return rms_of_rows(residual, width) * std::sqrt(all / std::max(1.0, all - static_cast<double>(parameters)));
}

VecX<double> spread(const VecX<double>& of_rows, Eigen::Index size) {
  VecX<double> out(size);
  for (Eigen::Index k = 0; k < size; ++k) out(k) = of_rows(k % of_rows.size());
  return out;
}

// Rows that repeat exactly would have infinite weight.
VecX<double> floored(VecX<double> noise) {
  const double floor = std::max(1e-12 * noise.maxCoeff(), 1e-300);
  return noise.cwiseMax(floor);
}

VecX<double> median_noise(const VecX<double>& residual, int width) {
  VecX<double> out(width);
  for (int r = 0; r < width; ++r) {
    std::vector<double> size;
    for (Eigen::Index k = r; k < residual.size(); k += width) size.push_back(std::abs(residual(k)));
    const auto middle = size.begin() + static_cast<std::ptrdiff_t>(size.size() / 2);
    std::nth_element(size.begin(), middle, size.end());
    out(r) = kMedianToDeviation * *middle;
  }
  return floored(out);
}

}  // namespace

Conditioning conditioning(const MatX<double>& W) {
  const VecX<double> norms = W.colwise().norm().transpose();
  const double largest = norms.maxCoeff();
  Conditioning out;
  MatX<double> A = W * column_scales(W).cwiseInverse().asDiagonal();
  const SingularSide right = right_singular(qr_triangle(A));
  VecX<double> s = VecX<double>::Zero(W.cols());
  s.head(right.values.size()) = right.values;
  out.condition = s(s.size() - 1) > 0.0 ? s(0) / s(s.size() - 1) : std::numeric_limits<double>::infinity();
  for (Eigen::Index c = 0; c < W.cols(); ++c) {
    bool weak = norms(c) <= 1e-14 * largest;
    for (Eigen::Index k = 0; k < s.size(); ++k) weak |= s(k) < kWeak * s(0) && std::abs(right.vectors(c, k)) > 0.1;
    if (weak) out.weak.push_back(static_cast<int>(c));
  }
  return out;
}

Estimate ordinary_least_squares(const Observation& o) {
  const MatX<double>& W = o.W;
  const VecX<double>& y = o.y;
  const Solution s = solve(W, y, VecX<double>::Ones(y.size()));
  const VecX<double> residual = y - W * s.x;
  const double variance = residual.squaredNorm() / std::max<double>(1.0, static_cast<double>(W.rows() - W.cols()));
  return {s.x, variance / o.independent * s.inverse_normal, noise_of(residual, o.width(), W.cols()), conditioning(W).condition, 0};
}

Estimate weighted_least_squares(const Observation& o) {
  const MatX<double>& W = o.W;
  const VecX<double>& y = o.y;
  Estimate out = ordinary_least_squares(o);
  for (int round = 0; round < 3; ++round) {
    const Solution s = solve(W, y, spread(floored(out.noise).cwiseInverse(), y.size()));
    out.value = s.x;
    out.covariance = s.inverse_normal / o.independent;
    out.noise = noise_of(y - W * s.x, o.width(), W.cols());
  }
  return out;
}

Estimate robust_least_squares(const Observation& o) {
  const MatX<double>& W = o.W;
  const VecX<double>& y = o.y;
  Estimate out = weighted_least_squares(o);
  const VecX<double> deviation = out.deviation();
  VecX<double> sigma, u, weight;
  for (int round = 0; round < 100; ++round) {
    const VecX<double> before = out.value, residual = y - W * out.value;
    out.noise = median_noise(residual, o.width());
    sigma = spread(out.noise, y.size());
    u = residual.cwiseQuotient(sigma);
    weight = u.unaryExpr([](double x) { return std::min(1.0, kCorner / std::max(std::abs(x), 1e-300)); });
    out.value = solve(W, y, weight.cwiseSqrt().cwiseQuotient(sigma)).x;
    if ((out.value - before).cwiseAbs().cwiseQuotient(deviation).maxCoeff() < 1e-4) break;
  }
  out.downweighted = static_cast<int>((weight.array() < 1.0).count());
  // [Huber 1981, Section 7.6]: Σψ² / (N − b) over (mean ψ')², on the unweighted normal matrix
  const double n = static_cast<double>(y.size()), inside = (n - out.downweighted) / n;
  const double psi = weight.cwiseProduct(u).squaredNorm() / std::max(1.0, n - static_cast<double>(W.cols()));
  out.covariance = psi / (inside * inside * o.independent) * solve(W, y, sigma.cwiseInverse()).inverse_normal;
  return out;
}

}  // namespace gough
