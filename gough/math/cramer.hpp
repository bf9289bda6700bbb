#pragma once

#include "gough/math/types.hpp"

// Solution of a square system of one, two or three unknowns by cofactors: fewest operations, no square root, no pivots. Meant for
// recordings; householder.hpp gives the distance to singularity as well.
namespace gough {

// b ← Aᵀ⁻¹ b.
template <class T>
void cramer_transposed(const MatX<T>& A, VecX<T>& b) {
  if (A.rows() == 1) {
    b(0) = b(0) / A(0, 0);
  } else if (A.rows() == 2) {
    const T scale = T(1) / (A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0));
    const T x = (A(1, 1) * b(0) - A(1, 0) * b(1)) * scale;
    b(1) = (A(0, 0) * b(1) - A(0, 1) * b(0)) * scale;
    b(0) = x;
  } else {
    // rows of A: Aᵀ x = b reads Σ x_k row_k = b
    const Vec3<T> r0 = A.row(0).transpose(), r1 = A.row(1).transpose(), r2 = A.row(2).transpose(), right = b;
    const Vec3<T> c0 = r1.cross(r2), c1 = r2.cross(r0), c2 = r0.cross(r1);
    const T scale = T(1) / r0.dot(c0);
    b(0) = c0.dot(right) * scale;
    b(1) = c1.dot(right) * scale;
    b(2) = c2.dot(right) * scale;
  }
}

}  // namespace gough
