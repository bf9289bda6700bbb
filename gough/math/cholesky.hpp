#pragma once

#include <cmath>

#include "gough/math/types.hpp"

// Unpivoted Cholesky factorisation of a symmetric positive definite matrix, in place; no branch depends on the data.
namespace gough {

// a ← L in its lower triangle, A = L Lᵀ.
template <class T>
void cholesky(MatX<T>& a) {
  using std::sqrt;
  const Eigen::Index n = a.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    T sum = a(j, j);
    for (Eigen::Index k = 0; k < j; ++k) sum -= a(j, k) * a(j, k);
    a(j, j) = sqrt(sum);
    for (Eigen::Index i = j + 1; i < n; ++i) {
      T rest = a(i, j);
      for (Eigen::Index k = 0; k < j; ++k) rest -= a(i, k) * a(j, k);
      a(i, j) = rest / a(j, j);
    }
  }
}

// b ← L⁻¹ b.
template <class T, class B>
void cholesky_forward(const MatX<T>& l, B&& b) {
  for (Eigen::Index i = 0; i < l.rows(); ++i) {
    for (Eigen::Index k = 0; k < i; ++k) b(i) -= l(i, k) * b(k);
    b(i) /= l(i, i);
  }
}

// b ← L⁻ᵀ b.
template <class T>
void cholesky_backward(const MatX<T>& l, VecX<T>& b) {
  const Eigen::Index n = l.rows();
  for (Eigen::Index i = n - 1; i >= 0; --i) {
    for (Eigen::Index k = i + 1; k < n; ++k) b(i) -= l(k, i) * b(k);
    b(i) /= l(i, i);
  }
}

// b ← A⁻¹ b, given the factor L.
template <class T>
void cholesky_solve(const MatX<T>& l, VecX<T>& b) {
  cholesky_forward(l, b);
  cholesky_backward(l, b);
}

}  // namespace gough
