#include "gough/math/linear_algebra.hpp"

#include <gtest/gtest.h>

#include <random>

// Against what defines each answer, so that no decomposition is compared with itself. Entries are of size 1: some tens of roundings are
// 1e-14, and a condition of ten or of hundreds, or sixty rows, make it 1e-13 or 1e-12.
namespace gough {
namespace {

MatX<double> random_matrix(int rows, int columns, int seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  return MatX<double>::NullaryExpr(rows, columns, [&] { return uniform(random); });
}

MatX<double> one(int size) { return MatX<double>::Identity(size, size); }

MatX<double> positive(int size, int seed) {
  const MatX<double> A = random_matrix(size, size, seed);
  return A * A.transpose() + one(size);
}

double largest(const MatX<double>& A) { return A.cwiseAbs().maxCoeff(); }

TEST(LinearAlgebra, LeastSquaresLeavesNothingTheColumnsReach) {
  const MatX<double> A = random_matrix(9, 4, 1);
  const VecX<double> b = random_matrix(9, 1, 2);
  for (const VecX<double>& x : {least_squares(A, b), least_squares_solver(A)(b), full_rank_fit(A, b).x, shortest_solution(A, b).x,
                                VecX<double>(full_rank_solution(A, b).col(0))})
    EXPECT_LT(largest(A.transpose() * (A * x - b)), 1e-14);
}

TEST(LinearAlgebra, TheShortestSolutionHasNoPartInTheNullSpace) {
  const MatX<double> A = random_matrix(5, 2, 3) * random_matrix(2, 6, 4);
  const VecX<double> b = A * random_matrix(6, 1, 5);
  const auto [x, rank] = shortest_solution(A, b, 1e-9);
  EXPECT_EQ(rank, 2);
  EXPECT_LT(largest(A * x - b), 1e-14);
  EXPECT_LT(largest(right_singular(A).vectors.rightCols(4).transpose() * x), 1e-14);
}

TEST(LinearAlgebra, TheThresholdOfTheShortestSolutionDecidesTheRank) {
  MatX<double> A = one(3);
  A(2, 2) = 1e-6;
  EXPECT_EQ(shortest_solution(A, VecX<double>::Ones(3), 1e-9).rank, 3);
  EXPECT_EQ(shortest_solution(A, VecX<double>::Ones(3), 1e-3).rank, 2);
}

TEST(LinearAlgebra, ThePseudoInverseObeysPenrose) {
  const MatX<double> A = random_matrix(5, 2, 6) * random_matrix(2, 4, 7), P = pseudo_inverse(A);
  EXPECT_LT(largest(A * P * A - A), 1e-13);
  EXPECT_LT(largest(P * A * P - P), 1e-13 * largest(P));
  EXPECT_LT(largest(A * P - (A * P).transpose()), 1e-13);
  EXPECT_LT(largest(P * A - (P * A).transpose()), 1e-13);
}

TEST(LinearAlgebra, TheTriangleHasTheSameSquares) {
  for (const MatX<double>& A : {random_matrix(7, 4, 8), random_matrix(3, 5, 9)}) {
    const MatX<double> R = qr_triangle(A);
    EXPECT_EQ(R.rows(), std::min(A.rows(), A.cols()));
    EXPECT_LT(largest(R.transpose() * R - A.transpose() * A), 1e-14);
    for (int c = 0; c < R.cols(); ++c)
      for (int r = c + 1; r < R.rows(); ++r) EXPECT_EQ(R(r, c), 0.0);
  }
}

TEST(LinearAlgebra, TheFitsInverseTriangleGivesTheInverseNormalMatrix) {
  const MatX<double> A = random_matrix(8, 3, 10), T = full_rank_fit(A, VecX<double>::Ones(8)).inverse_triangle;
  EXPECT_LT(largest(A.transpose() * A * T * T.transpose() - one(3)), 1e-13);
}

TEST(LinearAlgebra, SingularVectorsDiagonaliseTheSquares) {
  const MatX<double> A = random_matrix(4, 3, 11);
  const SingularSide left = left_singular(A), right = right_singular(A);
  EXPECT_LT(largest(right.vectors.transpose() * A.transpose() * A * right.vectors - MatX<double>(right.values.cwiseAbs2().asDiagonal())),
            1e-14);
  EXPECT_LT(largest(left.vectors * left.vectors.transpose() - one(4)), 1e-14);
  EXPECT_LT(largest(left.vectors.col(3).transpose() * A), 1e-14);
  EXPECT_LT(largest(left.values - right.values), 1e-14);
  EXPECT_LT(largest(singular_values(A) - right.values), 1e-14);
}

TEST(LinearAlgebra, SingularValuesOfALargeMatrixAreThoseOfAnyOther) {
  const MatX<double> A = random_matrix(60, 40, 12);
  EXPECT_LT(largest(singular_values_of_large(A) - singular_values(A)), 1e-13);
  EXPECT_NEAR(singular_values_of_large(A).squaredNorm(), A.squaredNorm(), 1e-11);
  MatX<double> B = random_matrix(40, 60, 13);  // wide, with a dependent row
  B.row(7) = B.row(3) - 2.0 * B.row(4);
  EXPECT_LT(largest(singular_values_of_large(B) - singular_values(B)), 1e-13);
  EXPECT_EQ(singular_values_of_large(B).size(), 40);
  EXPECT_LT(singular_values_of_large(B)(39), 1e-13);
  EXPECT_EQ(singular_values_of_large(MatX<double>(5, 0)).size(), 0);
}

TEST(LinearAlgebra, PrincipalAxesDiagonalise) {
  const Mat3<double> A = positive(3, 13);
  const auto [values, axes] = principal_axes(A);
  EXPECT_LT(largest(axes * values.asDiagonal() * axes.transpose() - A), 1e-14);
  EXPECT_LT(largest(axes.transpose() * axes - one(3)), 1e-14);
  EXPECT_LE(values(0), values(1));
  EXPECT_LE(values(1), values(2));
}

TEST(LinearAlgebra, EigenvaluesOfAGramMatrixAreSquaredSingularValues) {
  const MatX<double> A = random_matrix(9, 6, 14);
  EXPECT_LT(largest(symmetric_eigenvalues(A.transpose() * A).reverse() - singular_values(A).cwiseAbs2()), 1e-13);
}

TEST(LinearAlgebra, PositiveSystemsAreSolved) {
  const MatX<double> A = positive(6, 15);
  const VecX<double> b = random_matrix(6, 1, 16);
  EXPECT_LT(largest(A * positive_solver(A)(b) - b), 1e-14);
  EXPECT_LT(largest(A * pivoted_positive_solver(A)(b) - b), 1e-14);
  EXPECT_TRUE(positive_definite(A));
  EXPECT_FALSE(positive_definite(A - 100.0 * one(6)));
}

TEST(LinearAlgebra, DeterminantAndInverse) {
  const MatX<double> A = random_matrix(5, 5, 17), B = random_matrix(5, 5, 18);
  EXPECT_NEAR(determinant(A * B), determinant(A) * determinant(B), 1e-14);
  EXPECT_LT(largest(A * inverse(A) - one(5)), 1e-12);
  MatX<double> swapped = one(4);
  swapped.row(0).swap(swapped.row(2));
  EXPECT_EQ(determinant(swapped), -1.0);
}

}  // namespace
}  // namespace gough
