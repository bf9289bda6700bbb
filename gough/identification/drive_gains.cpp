#include "gough/identification/drive_gains.hpp"

#include <fmt/format.h>

#include "gough/math/linear_algebra.hpp"

namespace gough {
namespace {

// Both motions, one above the other: W and k, k being 0 without the payload.
struct Stacked {
  MatX<double> W;
  VecX<double> k, v;
  int width;
};

Stacked stack(const Observation& unloaded, const Observation& loaded) {
  const Eigen::Index b = unloaded.W.cols(), rows = unloaded.y.size() + loaded.y.size();
  Stacked out{MatX<double>(rows, b), VecX<double>::Zero(rows), VecX<double>(rows), unloaded.width()};
  out.W << unloaded.W, loaded.W.leftCols(b);
  out.k.tail(loaded.y.size()) = loaded.W.col(b);
  out.v << unloaded.y, loaded.y;
  return out;
}

// [V −W −k] z = 0: the right singular vector of the smallest singular value, scaled so that its last entry is 1.
VecX<double> total_least_squares(const Stacked& s) {
  const Eigen::Index b = s.W.cols(), n = s.width + b + 1;
  MatX<double> A = MatX<double>::Zero(s.v.size(), n);
  for (Eigen::Index r = 0; r < s.v.size(); ++r) A(r, r % s.width) = s.v(r);
  A.middleCols(s.width, b) = -s.W;
  A.col(n - 1) = -s.k;
  const VecX<double> scale = A.colwise().norm().transpose().cwiseMax(1e-300).cwiseInverse();
  const MatX<double> right = right_singular(qr_triangle(A * scale.asDiagonal())).vectors;
  const VecX<double> z = scale.cwiseProduct(right.col(n - 1));
  return z / z(n - 1);
}

// Residuals of v_j = h_j (W_j x + k_j) and their derivatives by h = 1 / g and x.
void linearise(const Stacked& s, const VecX<double>& h, const VecX<double>& x, Observation& o) {
  const VecX<double> effort = s.W * x + s.k;
  o.W.setZero(s.v.size(), s.width + x.size());
  o.y.resize(s.v.size());
  for (Eigen::Index r = 0; r < s.v.size(); ++r) {
    const Eigen::Index j = r % s.width;
    o.W(r, j) = effort(r);
    o.W.row(r).tail(x.size()) = h(j) * s.W.row(r);
    o.y(r) = s.v(r) - h(j) * effort(r);
  }
}

}  // namespace

DriveGains identify_drive_gains(const Observation& unloaded, const Observation& loaded) {
  const Stacked s = stack(unloaded, loaded);
  const Eigen::Index b = s.W.cols();
  const VecX<double> z = total_least_squares(s);
  DriveGains out;
  out.total = z.head(s.width);
  if (!z.allFinite() || (out.total.array() == 0.0).any())
    throw InputError({loaded.file, 0, 0}, "the payload does not show in the efforts, so that the drive gains have no scale");
  VecX<double> h = out.total.cwiseInverse(), x = z.segment(s.width, b);
  Observation o = loaded;
  o.independent = unloaded.independent;
  Estimate step;
  for (int round = 0; round < 50; ++round) {
    linearise(s, h, x, o);
    step = weighted_least_squares(o);
    h += step.value.head(s.width);
    x += step.value.tail(b);
    if ((step.value.cwiseAbs().array() <= 1e-6 * step.deviation().array()).all()) break;
  }
  linearise(s, h, x, o);
  if (const Conditioning e = conditioning(o.W); !e.weak.empty() || !h.allFinite() || (h.array() == 0.0).any())
    throw InputError(
        {loaded.file, 0, 0},
        fmt::format("the two motions do not tell the drive gains (condition {:.2g}); move more, or use a heavier payload", e.condition));
  out.gain = h.cwiseInverse();
  out.gain_deviation = step.deviation().head(s.width).cwiseQuotient(h.cwiseAbs2());
  out.base = step;
  out.base.value = x;
  out.base.covariance = step.covariance.bottomRightCorner(b, b).eval();
  return out;
}

}  // namespace gough
