#include "gough/simulation/stick_slip.hpp"

#include "gough/math/cholesky.hpp"
#include "gough/math/coulomb_sign.hpp"

namespace gough {
namespace {

constexpr int kMostSweeps = 300;
constexpr double kConverged = 1e-10;  // change of an effort relative to its largest
constexpr double kSlides = 1e-9;      // an effort this close to its largest is there

// On a handful of numbers, which a library's vector kernels are too long for.
double dot(const double* a, const double* b, Eigen::Index n) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}
void add(double* a, double factor, const double* b, Eigen::Index n) {
  for (Eigen::Index i = 0; i < n; ++i) a[i] += factor * b[i];
}

// z ← Lᵀ V.
void to_metric(const MatX<double>& L, const VecX<double>& V, VecX<double>& z) {
  for (Eigen::Index c = 0; c < V.size(); ++c) z(c) = dot(&L(c, c), &V(c), V.size() - c);
}

}  // namespace

StickSlip::StickSlip(const std::vector<FrictionPoint>& friction_points, int n)
    : friction_points_(friction_points), stuck_(friction_points.size(), false) {
  basis_.setZero(n, n);
  z_.setZero(n);
  column_.setZero(n);
  weight_.setZero(static_cast<Eigen::Index>(friction_points.size()));
}

bool StickSlip::slides_on(const FrictionRates& rates, VecX<double>& friction) {
  for (const FrictionPoint& c : friction_points_)
    if (!(rates.now.segment(c.first, c.size).norm() > kRestRate) ||
        !(rates.now.segment(c.first, c.size).dot(rates.after.segment(c.first, c.size)) > 0.0))
      return false;
  for (const FrictionPoint& c : friction_points_) {
    if (c.size == 1) {
      friction(c.first) = std::copysign(c.coulomb, rates.now(c.first));
      continue;
    }
    const Vec3<double> mean = rates.now.segment<3>(c.first) + rates.after.segment<3>(c.first);
    friction.segment<3>(c.first) = c.coulomb / mean.norm() * mean;
  }
  any_stuck_ = rests_ = false;
  std::fill(stuck_.begin(), stuck_.end(), false);
  return true;
}

void StickSlip::gauss_seidel(const FrictionTerms& terms, double h, VecX<double>& friction) {
  const Eigen::Index n = z_.size();
  double* z = z_.data();
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    bool changed = false;
    for (std::size_t k = 0; k < friction_points_.size(); ++k) {
      const FrictionPoint& c = friction_points_[k];
      if (!(weight_(k) > 0.0)) continue;  // it cannot move
      const double step = 1.0 / (h * weight_(k));
      const double* E = terms.E.col(c.first).data();
      double* old = &friction(c.first);
      double effort[3], square = 0.0, change = 0.0;
      for (int r = 0; r < c.size; ++r) {
        effort[r] = old[r] + step * dot(E + r * n, z, n);
        square += effort[r] * effort[r];
      }
      const double scale = square > c.coulomb * c.coulomb ? c.coulomb / std::sqrt(square) : 1.0;
      for (int r = 0; r < c.size; ++r) {
        effort[r] *= scale;
        change += (effort[r] - old[r]) * (effort[r] - old[r]);
      }
      if (!(change > kConverged * kConverged * c.coulomb * c.coulomb)) continue;
      changed = true;
      for (int r = 0; r < c.size; ++r) {
        add(z, -h * (effort[r] - old[r]), E + r * n, n);
        old[r] = effort[r];
      }
    }
    if (!changed) return;
  }
}

void StickSlip::choose(const FrictionTerms& terms, const VecX<double>& V, double h, VecX<double>& friction) {
  to_metric(terms.factor, V, z_);
  for (std::size_t k = 0; k < friction_points_.size(); ++k)  // trace of D M⁻¹ Dᵀ of the contact, at least its largest eigenvalue
    weight_(k) = terms.E.middleCols(friction_points_[k].first, friction_points_[k].size).squaredNorm();
  gauss_seidel(terms, h, friction);
  any_stuck_ = false;
  for (std::size_t k = 0; k < friction_points_.size(); ++k) {
    const FrictionPoint& c = friction_points_[k];
    const bool sticks = friction.segment(c.first, c.size).norm() < (1.0 - kSlides) * c.coulomb;
    rests_ = rests_ && sticks == stuck_[k];
    stuck_[k] = sticks;
    any_stuck_ = any_stuck_ || sticks;
  }
}

void StickSlip::hold(const FrictionTerms& terms, VecX<double>& V) {
  const Eigen::Index n = V.size();
  to_metric(terms.factor, V, z_);
  Eigen::Index found = 0;  // orthonormal directions of what stuck, by Gram–Schmidt
  for (std::size_t k = 0; k < friction_points_.size(); ++k) {
    if (!stuck_[k]) continue;
    for (int r = friction_points_[k].first; r < friction_points_[k].first + friction_points_[k].size && found < n; ++r) {
      column_ = terms.E.col(r);
      const double whole = column_.squaredNorm();
      double left = whole;
      for (int pass = 0; pass < 2 && left < (pass ? 0.5 : 2.0) * whole; ++pass) {  // once more where much cancelled
        for (Eigen::Index i = 0; i < found; ++i) add(column_.data(), -dot(column_.data(), &basis_(0, i), n), &basis_(0, i), n);
        left = dot(column_.data(), column_.data(), n);
      }
      if (!(left > 1e-12 * whole)) continue;
      basis_.col(found) = column_ / std::sqrt(left);
      z_ -= basis_.col(found).dot(z_) * basis_.col(found);
      ++found;
    }
  }
  rests_ = found == n;
  if (rests_) {
    V.setZero();
    return;
  }
  V = z_;
  cholesky_backward(terms.factor, V);
}

}  // namespace gough
