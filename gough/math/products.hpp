#pragma once

#include <Eigen/Core>

// Products of matrices by hand: nothing is allocated, and a recorded product keeps its order of sums.
namespace gough {

// out = A x.
template <class Matrix, class In, class Out>
void multiply(const Matrix& A, const In& x, Out& out) {
  using T = typename Out::Scalar;
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    T sum = T(0);
    for (Eigen::Index k = 0; k < A.cols(); ++k) sum += A(i, k) * x(k);
    out(i) = sum;
  }
}

// out = Aᵀ x.
template <class Matrix, class In, class Out>
void multiply_transposed(const Matrix& A, const In& x, Out& out) {
  using T = typename Out::Scalar;
  for (Eigen::Index r = 0; r < A.cols(); ++r) {
    T sum = T(0);
    for (Eigen::Index c = 0; c < A.rows(); ++c) sum += A(c, r) * x(c);
    out(r) = sum;
  }
}

// out += factor A B.
template <class T, class A, class B, class C>
void add_product(const A& a, const B& b, const T& factor, C& out) {
  for (Eigen::Index c = 0; c < b.cols(); ++c)
    for (Eigen::Index k = 0; k < a.cols(); ++k) {
      const T x = factor * b(k, c);
      for (Eigen::Index r = 0; r < a.rows(); ++r) out(r, c) += a(r, k) * x;
    }
}

// out += Aᵀ B.
template <class A, class B, class C>
void add_transposed_product(const A& a, const B& b, C& out) {
  using T = typename C::Scalar;
  for (Eigen::Index c = 0; c < b.cols(); ++c)
    for (Eigen::Index r = 0; r < a.cols(); ++r) {
      T sum = T(0);
      for (Eigen::Index k = 0; k < a.rows(); ++k) sum += a(k, r) * b(k, c);
      out(r, c) += sum;
    }
}

// Upper triangle of out += Aᵀ M A.
template <class A, class M, class C>
void add_congruent(const A& a, const M& m, C& out) {
  using T = typename C::Scalar;
  for (Eigen::Index c = 0; c < out.cols(); ++c)
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
      T row = T(0);
      for (Eigen::Index j = 0; j < m.cols(); ++j) row += m(i, j) * a(j, c);
      for (Eigen::Index r = 0; r <= c; ++r) out(r, c) += a(i, r) * row;
    }
}

}  // namespace gough
