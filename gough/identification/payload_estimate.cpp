#include "gough/identification/payload_estimate.hpp"

#include <fmt/format.h>

#include "gough/identification/file_parameters.hpp"

namespace gough {
namespace {

constexpr double kUnseen = 1e-6;  // of a column's size: what is left of it beside the others

// Columns that no combination of those before them replaces.
std::vector<int> independent_columns(const MatX<double>& W) {
  std::vector<int> kept;
  MatX<double> Q(W.rows(), 0);
  const double largest = W.colwise().norm().maxCoeff();
  for (int c = 0; c < W.cols(); ++c) {
    VecX<double> rest = W.col(c);
    for (int pass = 0; pass < 2; ++pass) rest -= Q * (Q.transpose() * rest);
    if (!(rest.norm() > kUnseen * std::max(W.col(c).norm(), kUnseen * largest))) continue;
    Q.conservativeResize(Eigen::NoChange, Q.cols() + 1);
    Q.col(Q.cols() - 1) = rest.normalized();
    kept.push_back(c);
  }
  return kept;
}

}  // namespace

std::vector<int> platform_columns(const Robot& robot) {
  int first = 0;
  for (const Leg& leg : robot.legs) first += 10 * leg.freedoms();
  std::vector<int> out;
  for (int k = 0; k < 10; ++k) out.push_back(first + k);
  return out;
}

PayloadEstimate identify_payload(const Observation& o, bool inertia) {
  const MatX<double> all = o.W.rightCols(10).leftCols(inertia ? 10 : 4);
  const std::vector<int> kept = independent_columns(all);
  if (kept.empty() || kept[0] != 0) throw InputError({o.file, 0, 0}, "a payload's mass has no effect on the efforts of this motion");
  Observation rest = o;
  rest.y -= o.W.col(0);
  rest.W.resize(all.rows(), static_cast<Eigen::Index>(kept.size()));
  PayloadEstimate out;
  out.columns = kept;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    rest.W.col(static_cast<Eigen::Index>(k)) = all.col(kept[k]);
    out.names.push_back(kInertialNames[kept[k]]);
    out.units.push_back(kInertialUnits[kept[k]]);
  }
  for (int c = 0; c < all.cols(); ++c)
    if (std::find(kept.begin(), kept.end(), c) == kept.end()) out.unseen.push_back(kInertialNames[c]);
  out.estimate = weighted_least_squares(rest);
  const VecX<double>& x = out.estimate.value;
  const MatX<double>& C = out.estimate.covariance;
  out.mass = x(0);
  out.mass_deviation = std::sqrt(C(0, 0));
  for (std::size_t k = 1; k < kept.size() && kept[k] < 4; ++k) {
    const int axis = kept[k] - 1;
    const Eigen::Index i = static_cast<Eigen::Index>(k);
    const double c = x(i) / x(0);  // and its variance to first order
    out.com(axis) = c;
    out.com_deviation(axis) = std::sqrt(std::max(0.0, C(i, i) - 2.0 * c * C(i, 0) + c * c * C(0, 0))) / std::abs(x(0));
    out.com_known[axis] = true;
  }
  return out;
}

}  // namespace gough
