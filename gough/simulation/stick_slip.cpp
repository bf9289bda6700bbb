#include "gough/simulation/stick_slip.hpp"

#include "gough/math/cholesky.hpp"

namespace gough {
namespace {

constexpr int kMostSweeps = 300;
constexpr double kConverged = 1e-10;  // change of an effort relative to its largest
constexpr double kSlides = 1e-9;      // an effort this close to its largest is there

}  // namespace

StickSlip::StickSlip(const std::vector<Contact>& contacts, int n) : contacts_(contacts), stuck_(contacts.size(), false) {
  const int rows = contact_rows(contacts);
  response_.setZero(n, rows);
  basis_.setZero(n, n);
  dual_.setZero(n, n);
  after_.setZero(n);
  column_.setZero(n);
  rate_.setZero(rows);
  sliding_.setZero(rows);
}

// Every contact moves now and, under full friction against its motion, still moves the same way after the step. A rotation of three
// components has its friction along the mean of both.
bool StickSlip::slides_on(const ContactTerms& terms, const VecX<double>& V, double h, VecX<double>& friction) {
  rate_.noalias() = terms.D * V;
  for (const Contact& c : contacts_) {
    const double length = rate_.segment(c.first, c.size).norm();
    if (length == 0.0) return false;
    friction.segment(c.first, c.size) = c.coulomb / length * rate_.segment(c.first, c.size);
  }
  after_ = terms.right;
  after_.noalias() -= terms.D.transpose() * friction;
  cholesky_solve(terms.factor, after_);
  after_ = V + h * after_;
  for (const Contact& c : contacts_) {
    double along = 0.0;
    for (int r = c.first; r < c.first + c.size; ++r) along += rate_(r) * terms.D.row(r).dot(after_);
    if (!(along > 0.0)) return false;
  }
  for (const Contact& c : contacts_) {
    if (c.size == 1) continue;
    for (int r = c.first; r < c.first + c.size; ++r) rate_(r) += terms.D.row(r).dot(after_);
    friction.segment(c.first, c.size) = c.coulomb / rate_.segment(c.first, c.size).norm() * rate_.segment(c.first, c.size);
  }
  return true;
}

void StickSlip::gauss_seidel(const ContactTerms& terms, double h, VecX<double>& friction) {
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    double change = 0.0;
    for (const Contact& c : contacts_) {
      double weight = 0.0;  // trace of D M⁻¹ Dᵀ of this contact, at least its largest eigenvalue
      for (int r = c.first; r < c.first + c.size; ++r) weight += terms.D.row(r).dot(response_.col(r));
      if (!(weight > 0.0)) continue;  // it cannot move
      Vec3<double> effort = Vec3<double>::Zero(), old = effort;
      for (int r = 0; r < c.size; ++r) {
        old(r) = friction(c.first + r);
        effort(r) = old(r) + terms.D.row(c.first + r).dot(after_) / (h * weight);
      }
      const double length = effort.norm();
      if (length > c.coulomb) effort *= c.coulomb / length;
      for (int r = 0; r < c.size; ++r) {
        friction(c.first + r) = effort(r);
        after_ -= h * (effort(r) - old(r)) * response_.col(c.first + r);
      }
      change = std::max(change, (effort - old).norm() / c.coulomb);
    }
    if (!(change > kConverged)) return;
  }
}

void StickSlip::choose(const ContactTerms& terms, const VecX<double>& V, double h, VecX<double>& friction) {
  any_stuck_ = false;
  if (slides_on(terms, V, h, sliding_)) {
    friction = sliding_;
    std::fill(stuck_.begin(), stuck_.end(), false);
    return;
  }
  for (Eigen::Index r = 0; r < response_.cols(); ++r) {
    column_ = terms.D.row(r).transpose();
    cholesky_solve(terms.factor, column_);
    response_.col(r) = column_;
  }
  after_ = terms.right;
  cholesky_solve(terms.factor, after_);
  after_ = V + h * after_;
  after_.noalias() -= h * (response_ * friction);
  gauss_seidel(terms, h, friction);
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const Contact& c = contacts_[k];
    stuck_[k] = friction.segment(c.first, c.size).norm() < (1.0 - kSlides) * c.coulomb;
    any_stuck_ = any_stuck_ || stuck_[k];
  }
}

void StickSlip::hold(const ContactTerms& terms, VecX<double>& V) {
  // Gram–Schmidt on the rows of what stuck: bᵢ orthonormal in M, dualᵢ = bᵢᵀ M.
  Eigen::Index found = 0;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    if (!stuck_[k]) continue;
    for (int r = contacts_[k].first; r < contacts_[k].first + contacts_[k].size && found < V.size(); ++r) {
      column_ = terms.D.row(r).transpose();
      cholesky_solve(terms.factor, column_);
      const double whole = terms.D.row(r).dot(column_);
      auto b = basis_.col(found), e = dual_.col(found);
      b = column_;
      e = terms.D.row(r).transpose();
      for (int pass = 0; pass < 2; ++pass)
        for (Eigen::Index i = 0; i < found; ++i) {
          const double part = e.dot(basis_.col(i));
          b -= part * basis_.col(i);
          e -= part * dual_.col(i);
        }
      const double left = e.dot(b);
      if (!(left > 1e-12 * whole) || !(whole > 0.0)) continue;
      b /= std::sqrt(left);
      e /= std::sqrt(left);
      V -= e.dot(V) * b;
      ++found;
    }
  }
}

}  // namespace gough
