#include "gough/math/householder.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace gough {
namespace {

MatX<double> random_matrix(int rows, int columns, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  return MatX<double>::NullaryExpr(rows, columns, [&] { return uniform(random); });
}

TEST(Householder, LeastSquaresAgreesWithEigen) {
  std::mt19937_64 random(1);
  for (int m = 1; m <= 8; ++m)
    for (int n = 1; n <= m; ++n) {
      const MatX<double> A = random_matrix(m, n, random), b = random_matrix(m, 2, random);
      HouseholderQr<double> qr;
      qr.resize(m, n);
      qr.a = A;
      factor(qr);
      MatX<double> x = b;
      apply_qt(qr, x);
      solve_r(qr, x);
      const MatX<double> expected = A.colPivHouseholderQr().solve(b);
      EXPECT_LT((x.topRows(n) - expected).norm(), 1e-11 * (1 + expected.norm())) << m << " x " << n;
    }
}

TEST(Householder, LastRowsSpanTheLeftNullSpace) {
  std::mt19937_64 random(2);
  const MatX<double> A = random_matrix(6, 4, random);
  HouseholderQr<double> qr;
  qr.resize(6, 4);
  qr.a = A;
  factor(qr);
  MatX<double> QtA = A;
  apply_qt(qr, QtA);
  EXPECT_LT(QtA.bottomRows(2).norm(), 1e-14);
  MatX<double> Qt = MatX<double>::Identity(6, 6);
  apply_qt(qr, Qt);
  EXPECT_LT((Qt * Qt.transpose() - MatX<double>::Identity(6, 6)).norm(), 1e-14);
}

TEST(Householder, DiagonalShowsTheAngleToTheColumnsBefore) {
  HouseholderQr<double> qr;
  qr.resize(3, 2);
  const double angle = 1e-5;
  qr.a << 2, 5 * std::cos(angle), 0, 5 * std::sin(angle), 0, 0;
  factor(qr);
  EXPECT_NEAR(std::abs(qr.diagonal(0)) / qr.norm(0), 1.0, 1e-15);
  EXPECT_NEAR(std::abs(qr.diagonal(1)) / qr.norm(1), std::sin(angle), 1e-12);
}

}  // namespace
}  // namespace gough
