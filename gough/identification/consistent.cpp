#include "gough/identification/consistent.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cassert>

#include "gough/math/linear_algebra.hpp"

namespace gough {
namespace {

constexpr int kMostSteps = 200;
constexpr double kSlender = 1e-3;     // least spread of a body across its length, relative: a line or a point has no logarithm
constexpr double kSignificant = 3.0;  // deviations of an offset
constexpr double kSmallShare = 0.01;  // of the efforts: what a friction may explain that the file leaves at 0

std::array<Eigen::Matrix4d, 10> basis() {
  std::array<Eigen::Matrix4d, 10> out;
  for (int k = 0; k < 10; ++k) out[k] = pseudo_inertia(Vec10::Unit(k));
  return out;
}

// The file's body, made thick enough to have a positive definite P.
Vec10 thickened(const Vec10& p, double length) {
  RigidBody body = rigid_body(p);
  const Mat3<double> spread = 0.5 * body.inertia.trace() * Mat3<double>::Identity() - body.inertia;
  const auto [values, axes] = principal_axes(spread);
  const double least = std::max(kSlender * values(2), body.mass * std::pow(kSlender * length, 2));
  const Vec3<double> moments = values.cwiseMax(least);
  const Mat3<double> thick = axes * moments.asDiagonal() * axes.transpose();
  body.inertia = thick.trace() * Mat3<double>::Identity() - thick;
  return inertial_parameters(body);
}

class Objective {
 public:
  Objective(const FileParameters& file, double length, const Observation& o, const VecX<double>& noise, double prior)
      : file_(file), prior_(prior), either_sign_(file.of_either_sign()), start(file.values()) {
    VecX<double> weight(o.y.size());
    for (Eigen::Index k = 0; k < weight.size(); ++k) weight(k) = std::sqrt(o.independent) / noise(k % noise.size());
    const MatX<double> A = weight.asDiagonal() * o.W;
    const VecX<double> b = weight.cwiseProduct(o.y);
    const double size = b.norm();
    // A x − b = Q (R x − z) and what no x changes: the squares are summed where nothing cancels
    MatX<double> both(A.rows(), A.cols() + 1);
    both << A, b;
    const MatX<double> triangle = qr_triangle(both);
    const Eigen::Index rows = std::min(A.rows(), A.cols());
    R_ = triangle.topLeftCorner(rows, A.cols());
    z_ = triangle.col(A.cols()).head(rows);
    H_ = R_.transpose() * R_;
    for (const FileParameters::Body& body : file.bodies) {
      const Vec10 thick = thickened(start.segment<10>(body.first), length);
      start.segment<10>(body.first) = thick;
      P0_inverse_.push_back(pseudo_inertia(thick).inverse());
    }
    for (const FileParameters::Positive& p : file.positive)
      if (!(start(p.index) > 0.0)) start(p.index) = kSmallShare * size / std::max(A.col(p.index).norm(), 1e-300);
    positive0_ = start;
    for (int k : either_sign_) offset_size_.push_back(A.col(k).norm() > 0.0 ? size / A.col(k).norm() : 1.0);
  }

  // Infinite outside the domain. Fills gradient and Hessian where asked.
  double value(const VecX<double>& x, VecX<double>* gradient = nullptr, MatX<double>* hessian = nullptr) const {
    const VecX<double> left = R_ * x - z_;
    double f = 0.5 * left.squaredNorm();
    if (gradient) {
      *gradient = R_.transpose() * left;
      *hessian = H_;
    }
    for (std::size_t b = 0; b < file_.bodies.size(); ++b) f += body(b, x, gradient, hessian);
    for (const FileParameters::Positive& p : file_.positive) {
      const double u = x(p.index), u0 = positive0_(p.index);
      if (!(u > 0.0)) return std::numeric_limits<double>::infinity();
      f += prior_ * (u / u0 - std::log(u / u0));
      if (gradient) {
        (*gradient)(p.index) += prior_ * (1.0 / u0 - 1.0 / u);
        (*hessian)(p.index, p.index) += prior_ / (u * u);
      }
    }
    for (std::size_t k = 0; k < either_sign_.size(); ++k) {
      const int i = either_sign_[k];
      const double weight = prior_ / (offset_size_[k] * offset_size_[k]);
      f += 0.5 * weight * x(i) * x(i);
      if (gradient) {
        (*gradient)(i) += weight * x(i);
        (*hessian)(i, i) += weight;
      }
    }
    return f;
  }

 private:
  const FileParameters& file_;
  double prior_;
  MatX<double> R_, H_;
  VecX<double> z_, positive0_;
  std::vector<Eigen::Matrix4d> P0_inverse_;
  std::vector<int> either_sign_;
  std::vector<double> offset_size_;  // of those

 public:
  VecX<double> start;

 private:
  double body(std::size_t b, const VecX<double>& x, VecX<double>* gradient, MatX<double>* hessian) const {
    static const std::array<Eigen::Matrix4d, 10> kBasis = basis();
    const int first = file_.bodies[b].first;
    const Eigen::Matrix4d P = pseudo_inertia(x.segment<10>(first));
    const Eigen::LLT<Eigen::Matrix4d> llt(P);
    if (llt.info() != Eigen::Success) return std::numeric_limits<double>::infinity();
    const Eigen::Matrix4d& P0 = P0_inverse_[b];
    const double log_det = 2.0 * llt.matrixLLT().diagonal().array().log().sum() + std::log(P0.determinant());
    if (gradient) {
      const Eigen::Matrix4d inverse = llt.solve(Eigen::Matrix4d::Identity());
      std::array<Eigen::Matrix4d, 10> product;
      for (int k = 0; k < 10; ++k) {
        product[k] = inverse * kBasis[k];
        (*gradient)(first + k) += prior_ * ((P0 * kBasis[k]).trace() - product[k].trace());
      }
      for (int k = 0; k < 10; ++k)
        for (int l = 0; l < 10; ++l) (*hessian)(first + k, first + l) += prior_ * (product[k] * product[l]).trace();
    }
    return prior_ * ((P0 * P).trace() - log_det);
  }
};

// A Hessian whose unknowns are scaled to unit curvature.
class ScaledFactor {
 public:
  explicit ScaledFactor(const MatX<double>& hessian)
      : scale_(hessian.diagonal().cwiseSqrt().cwiseInverse()),
        solve_(pivoted_positive_solver(scale_.asDiagonal() * hessian * scale_.asDiagonal())) {}

  VecX<double> solve(const VecX<double>& b) const { return scale_.cwiseProduct(solve_(scale_.cwiseProduct(b))); }
  VecX<double> deviation() const {
    VecX<double> inverse_diagonal(scale_.size());
    for (Eigen::Index k = 0; k < scale_.size(); ++k) inverse_diagonal(k) = solve_(VecX<double>::Unit(scale_.size(), k))(k);
    return scale_.cwiseProduct(inverse_diagonal.cwiseMax(0.0).cwiseSqrt());
  }

 private:
  VecX<double> scale_;
  Solver solve_;
};

}  // namespace

VecX<double> smallest_eigenvalues(const FileParameters& file, const VecX<double>& theta) {
  assert(theta.size() == file.size());
  VecX<double> out(file.bodies.size());
  for (std::size_t b = 0; b < file.bodies.size(); ++b) {
    const Eigen::Matrix4d P = pseudo_inertia(theta.segment<10>(file.bodies[b].first));
    const VecX<double> e = symmetric_eigenvalues(P);
    out(static_cast<Eigen::Index>(b)) = e(0) / e.cwiseAbs().maxCoeff();
  }
  return out;
}

namespace {

ConsistentEstimate minimum(const FileParameters& file, double length, const Observation& o, const VecX<double>& noise, double prior) {
  const Objective objective(file, length, o, noise, prior);
  ConsistentEstimate out;
  out.value = objective.start;
  VecX<double> gradient;
  MatX<double> hessian;
  double f = objective.value(out.value, &gradient, &hessian);
  for (; out.iterations < kMostSteps; ++out.iterations) {
    const ScaledFactor factor(hessian);
    const VecX<double> step = -factor.solve(gradient);
    const double decrement = -gradient.dot(step);  // what a step would gain, twice
    out.converged = decrement < 1e-8 + 1e-13 * std::abs(f);
    if (out.converged) break;
    double part = 1.0, f_next = objective.value(out.value + step);
    while (!(f_next <= f - 0.1 * part * decrement) && part > 1e-10) {
      part *= 0.5;
      f_next = objective.value(out.value + part * step);
    }
    if (!(f_next < f)) break;
    out.value += part * step;
    f = objective.value(out.value, &gradient, &hessian);
  }
  out.deviation = ScaledFactor(hessian).deviation();
  out.residual = o.y - o.W * out.value;
  out.smallest = smallest_eigenvalues(file, out.value).minCoeff();
  return out;
}

}  // namespace

ConsistentEstimate consistent_estimate(const FileParameters& file, double length, const Observation& o, const VecX<double>& noise,
                                       double prior) {
  const ConsistentEstimate all = minimum(file, length, o, noise, prior);
  Observation without = o;
  for (int k : file.offsets)
    if (std::abs(all.value(k)) <= kSignificant * all.deviation(k)) without.W.col(k).setZero();
  ConsistentEstimate out = minimum(file, length, without, noise, prior);
  for (int k : file.offsets) out.deviation(k) = all.deviation(k);
  return out;
}

}  // namespace gough
