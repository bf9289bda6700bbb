#pragma once

#include <cmath>
#include <utility>

#include "gough/math/types.hpp"

// Unpivoted Householder QR, A = [Q1 Q2][R; 0], of a preallocated matrix with at least as many
// rows as columns. No branch depends on the data and nothing is allocated.
namespace gough {

template <class T>
struct HouseholderQr {
  MatX<T> a;         // A on entry; R above the diagonal and the reflectors on and below it afterwards
  VecX<T> diagonal;  // of R
  VecX<T> beta;      // reflector k is 1 - beta_k v_k v_kᵀ
  VecX<T> norm;      // of the columns of A; |R_kk| / norm_k is the sine of column k's angle to those before it

  void resize(Eigen::Index rows, Eigen::Index columns) {
    a.setZero(rows, columns);
    diagonal.setZero(columns);
    beta.setZero(columns);
    norm.setZero(columns);
  }
};

// Whether a number is zero in every state. Always false for double: a zero there may be accidental. True for the recorded constant 0.
inline bool always_zero(double) { return false; }

// Whether column k has exactly one entry on and below the diagonal that is not always zero. Its row is `only`. A row swap then replaces the
// reflection.
template <class T>
bool lone_entry(const MatX<T>& a, Eigen::Index k, Eigen::Index& only) {
  only = -1;
  for (Eigen::Index i = k; i < a.rows(); ++i) {
    if (always_zero(a(i, k))) continue;
    if (only >= 0) return false;
    only = i;
  }
  return only >= 0;
}

// Factors qr.a in place. Reads a; fills a, diagonal, beta, norm. Cost 2 n² (m − n/3).
template <class T>
void factor(HouseholderQr<T>& qr) {
  using std::copysign;
  using std::sqrt;
  MatX<T>& a = qr.a;
  const Eigen::Index m = a.rows(), n = a.cols();
  for (Eigen::Index k = 0; k < n; ++k) {
    if (Eigen::Index only; lone_entry(a, k, only)) {
      qr.norm(k) = qr.diagonal(k) = a(only, k);
      qr.beta(k) = only == k ? T(0) : T(1);  // v = e_k − e_only
      a(k, k) = T(1);
      if (only != k) a(only, k) = T(-1);
      for (Eigen::Index j = k + 1; j < n; ++j)
        if (only != k) std::swap(a(k, j), a(only, j));
      continue;
    }
    T below = T(0), above = T(0);
    for (Eigen::Index i = k + 1; i < m; ++i) below += a(i, k) * a(i, k);
    for (Eigen::Index i = 0; i < k; ++i) above += a(i, k) * a(i, k);
    const T rest = below + a(k, k) * a(k, k);
    const T length = copysign(T(sqrt(rest)), a(k, k));
    qr.norm(k) = sqrt(rest + above);
    a(k, k) += length;  // v_k = x + sign(x_0) |x| e_0, stored in place
    qr.diagonal(k) = -length;
    qr.beta(k) = T(1) / (length * a(k, k));
    for (Eigen::Index j = k + 1; j < n; ++j) {
      T dot = T(0);
      for (Eigen::Index i = k; i < m; ++i) dot += a(i, k) * a(i, j);
      dot *= qr.beta(k);
      for (Eigen::Index i = k; i < m; ++i) a(i, j) -= dot * a(i, k);
    }
  }
}

// b ← Qᵀ b, for every column of b.
template <class T, class Derived>
void apply_qt(const HouseholderQr<T>& qr, Eigen::MatrixBase<Derived>& b) {
  const Eigen::Index m = qr.a.rows(), n = qr.a.cols();
  for (Eigen::Index j = 0; j < b.cols(); ++j)
    for (Eigen::Index k = 0; k < n; ++k) {
      T dot = T(0);
      for (Eigen::Index i = k; i < m; ++i) dot += qr.a(i, k) * b(i, j);
      dot *= qr.beta(k);
      for (Eigen::Index i = k; i < m; ++i) b(i, j) -= dot * qr.a(i, k);
    }
}

// The first n rows of b ← R⁻¹ b, for every column of b.
template <class T, class Derived>
void solve_r(const HouseholderQr<T>& qr, Eigen::MatrixBase<Derived>& b) {
  const Eigen::Index n = qr.a.cols();
  for (Eigen::Index j = 0; j < b.cols(); ++j)
    for (Eigen::Index k = n - 1; k >= 0; --k) {
      T sum = b(k, j);
      for (Eigen::Index i = k + 1; i < n; ++i) sum -= qr.a(k, i) * b(i, j);
      b(k, j) = sum / qr.diagonal(k);
    }
}

// b ← Q b, for every column of b.
template <class T, class Derived>
void apply_q(const HouseholderQr<T>& qr, Eigen::MatrixBase<Derived>& b) {
  const Eigen::Index m = qr.a.rows(), n = qr.a.cols();
  for (Eigen::Index j = 0; j < b.cols(); ++j)
    for (Eigen::Index k = n - 1; k >= 0; --k) {
      T dot = T(0);
      for (Eigen::Index i = k; i < m; ++i) dot += qr.a(i, k) * b(i, j);
      dot *= qr.beta(k);
      for (Eigen::Index i = k; i < m; ++i) b(i, j) -= dot * qr.a(i, k);
    }
}

// The first n rows of b ← R⁻ᵀ b, for every column of b.
template <class T, class Derived>
void solve_rt(const HouseholderQr<T>& qr, Eigen::MatrixBase<Derived>& b) {
  const Eigen::Index n = qr.a.cols();
  for (Eigen::Index j = 0; j < b.cols(); ++j)
    for (Eigen::Index k = 0; k < n; ++k) {
      T sum = b(k, j);
      for (Eigen::Index i = 0; i < k; ++i) sum -= qr.a(i, k) * b(i, j);
      b(k, j) = sum / qr.diagonal(k);
    }
}

}  // namespace gough
