#pragma once

#include <functional>
#include <optional>

#include "gough/math/types.hpp"

// Decompositions of matrices of any size. They allocate; hot paths use householder.hpp and cholesky.hpp. Only linear_algebra.cpp includes
// Eigen's decompositions: each costs the compiler seconds in every file that uses it.
namespace gough {

using Solver = std::function<VecX<double>(const VecX<double>&)>;  // solution x of A x = b, given b

// x with the least |A x − b|, by QR with column pivoting.
VecX<double> least_squares(const MatX<double>& A, const VecX<double>& b);
Solver least_squares_solver(const MatX<double>& A);

// The shortest of all x with the least |A x − b|. Pivots below `threshold` times the largest count as 0; the default threshold is that of
// rounding.
struct ShortestSolution {
  VecX<double> x;
  Eigen::Index rank = 0;
};
ShortestSolution shortest_solution(const MatX<double>& A, const VecX<double>& b, std::optional<double> threshold = {});
MatX<double> pseudo_inverse(const MatX<double>& A);

// From A = Q R without pivoting. `qr_triangle`: R, with min(rows, columns) rows. For A of full column rank, `full_rank_solution`: X with
// the least |A X − B|; `full_rank_fit`: x with the least |A x − b|, and R⁻¹.
MatX<double> qr_triangle(const MatX<double>& A);
MatX<double> full_rank_solution(const MatX<double>& A, const MatX<double>& B);
struct FullRankFit {
  VecX<double> x;
  MatX<double> inverse_triangle;
};
FullRankFit full_rank_fit(const MatX<double>& A, const VecX<double>& b);

// Singular values, largest first, and all left or all right singular vectors in columns. `singular_values_of_large` goes by
// tridiagonalisation, which is faster for large matrices.
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

// Solvers of symmetric positive definite systems: by L Lᵀ, or by the pivoted Pᵀ L D Lᵀ P for nearly singular ones.
Solver positive_solver(const MatX<double>& A);
Solver pivoted_positive_solver(const MatX<double>& A);
bool positive_definite(const MatX<double>& A);

double determinant(const MatX<double>& A);
MatX<double> inverse(const MatX<double>& A);

}  // namespace gough
