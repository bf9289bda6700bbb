#pragma once

#include <functional>
#include <optional>

#include "gough/math/types.hpp"

// Decompositions of matrices of any size. They allocate; hot paths have householder.hpp and cholesky.hpp. Only linear_algebra.cpp includes
// Eigen's, for each costs the compiler seconds wherever it is used.
namespace gough {

using Solver = std::function<VecX<double>(const VecX<double>&)>;  // b to x

// Least |A x − b| by QR with pivoted columns.
VecX<double> least_squares(const MatX<double>& A, const VecX<double>& b);
Solver least_squares_solver(const MatX<double>& A);

// Of all x with the least |A x − b|, the shortest. Pivots below `threshold` of the largest are taken as 0; without one, those of rounding.
struct ShortestSolution {
  VecX<double> x;
  Eigen::Index rank = 0;
};
ShortestSolution shortest_solution(const MatX<double>& A, const VecX<double>& b, std::optional<double> threshold = {});
MatX<double> pseudo_inverse(const MatX<double>& A);

// A = Q R, columns in their order: R, of as many rows as the smaller side of A has; and, where A has full column rank, the least |A X − B|,
// or the least |A x − b| together with R⁻¹.
MatX<double> qr_triangle(const MatX<double>& A);
MatX<double> full_rank_solution(const MatX<double>& A, const MatX<double>& B);
struct FullRankFit {
  VecX<double> x;
  MatX<double> inverse_triangle;
};
FullRankFit full_rank_fit(const MatX<double>& A, const VecX<double>& b);

// Singular values, largest first, and all singular vectors of one side in columns. The values alone of a large matrix are found faster
// by tridiagonalisation.
struct SingularSide {
  VecX<double> values;
  MatX<double> vectors;
};
SingularSide left_singular(const MatX<double>& A);
SingularSide right_singular(const MatX<double>& A);
VecX<double> singular_values(const MatX<double>& A);
VecX<double> singular_values_of_large(const MatX<double>& A);

// Eigenvalues of a symmetric matrix, smallest first, with their vectors in columns.
struct PrincipalAxes {
  Vec3<double> values;
  Mat3<double> axes;
};
PrincipalAxes principal_axes(const Mat3<double>& A);
VecX<double> symmetric_eigenvalues(const MatX<double>& A);

// Solvers of symmetric positive definite systems: by L Lᵀ, and by P L D Lᵀ Pᵀ with pivots, for those near singularity.
Solver positive_solver(const MatX<double>& A);
Solver pivoted_positive_solver(const MatX<double>& A);
bool positive_definite(const MatX<double>& A);

double determinant(const MatX<double>& A);
MatX<double> inverse(const MatX<double>& A);

}  // namespace gough
