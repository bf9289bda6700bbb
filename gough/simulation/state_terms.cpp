#include "gough/simulation/state_terms.hpp"

#include <cassert>

#include "gough/math/cholesky.hpp"

namespace gough {
namespace {

// On a handful of numbers, which a library's vector kernels are too long for.
void add_rows(double sign, const StateTerms::Rows& rows, const VecX<double>& factors, VecX<double>& out) {
  const double* row = rows.data();
  for (Eigen::Index r = 0; r < rows.rows(); ++r, row += rows.cols()) {
    const double factor = sign * factors[r];
    for (Eigen::Index c = 0; c < rows.cols(); ++c) out[c] += factor * row[c];
  }
}

void multiply_rows(const StateTerms::Rows& rows, const VecX<double>& v, VecX<double>& out) {
  const double* row = rows.data();
  for (Eigen::Index r = 0; r < rows.rows(); ++r, row += rows.cols()) {
    double sum = 0.0;
    for (Eigen::Index c = 0; c < rows.cols(); ++c) sum += row[c] * v[c];
    out[r] = sum;
  }
}

bool is_finite(const VecX<double>& v) {
  double sum = 0.0;
  for (const double x : v) sum += x;
  return std::isfinite(sum);
}

void driven(const StateTerms& terms, const PlantInput& input, VecX<double>& force) {
  force = terms.free;
  add_rows(1.0, terms.Jinv, input.effort, force);
  add_rows(1.0, terms.B, input.wrench, force);
}

}  // namespace

bool motion(const StateTerms& terms, const PlantInput& input, VecX<double>& dVr) {
  assert(input.effort.size() == terms.Jinv.rows());
  assert(input.friction.size() == terms.D.rows());
  driven(terms, input, dVr);
  add_rows(-1.0, terms.D, input.friction, dVr);
  cholesky_solve(terms.factor, dVr);
  return is_finite(dVr);
}

bool friction_rates(const StateTerms& terms, const std::vector<FrictionPoint>& friction_points, const PlantInput& input, double h,
                    VecX<double>& work, FrictionRates& out) {
  multiply_rows(terms.D, terms.Vr, out.now);
  for (const FrictionPoint& c : friction_points) {
    double square = 1e-300;  // at rest: no friction, and no sliding on
    for (int r = c.first; r < c.first + c.size; ++r) square += out.now[r] * out.now[r];
    const double scale = c.coulomb / std::sqrt(square);
    for (int r = c.first; r < c.first + c.size; ++r) out.after[r] = scale * out.now[r];
  }
  driven(terms, input, work);
  add_rows(-1.0, terms.D, out.after, work);
  cholesky_solve(terms.factor, work);
  for (Eigen::Index c = 0; c < work.size(); ++c) work[c] = terms.Vr[c] + h * work[c];
  multiply_rows(terms.D, work, out.after);
  return is_finite(out.now) && is_finite(out.after);
}

bool friction_terms(const StateTerms& terms, FrictionTerms& out) {
  out.factor = terms.factor;
  const Eigen::Index n = terms.factor.rows();
  double sum = 0.0;
  for (Eigen::Index r = 0; r < terms.D.rows(); ++r) {
    double* column = &out.E(0, r);
    for (Eigen::Index c = 0; c < n; ++c) column[c] = terms.D(r, c);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index k = 0; k < i; ++k) column[i] -= terms.factor(i, k) * column[k];
      sum += column[i] /= terms.factor(i, i);
    }
  }
  return std::isfinite(sum);
}

}  // namespace gough
