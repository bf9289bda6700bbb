#include "gough/math/products.hpp"

#include <gtest/gtest.h>

#include "gough/math/types.hpp"

namespace gough {
namespace {

struct Products : ::testing::Test {
  MatX<double> A = MatX<double>::Random(4, 3), B = MatX<double>::Random(4, 3), M = MatX<double>::Random(4, 4);
  VecX<double> x = VecX<double>::Random(3), y = VecX<double>::Random(4);
};

TEST_F(Products, OfMatricesAndVectors) {
  VecX<double> out(4), across(3);
  multiply(A, x, out);
  multiply_transposed(A, y, across);
  EXPECT_LT((out - A * x).norm() + (across - A.transpose() * y).norm(), 1e-15);
}

TEST_F(Products, AreAdded) {
  const MatX<double> start = MatX<double>::Random(4, 3);
  MatX<double> out = start, square = MatX<double>::Identity(3, 3);
  add_product<double>(M, A, -2.0, out);
  add_transposed_product(A, B, square);
  EXPECT_LT((out - (start - 2.0 * M * A)).norm(), 1e-14);
  EXPECT_LT((square - MatX<double>::Identity(3, 3) - A.transpose() * B).norm(), 1e-14);
}

TEST_F(Products, CongruentOnesFillTheUpperTriangle) {
  const MatX<double> S = M + M.transpose();
  MatX<double> out = MatX<double>::Zero(3, 3);
  add_congruent(A, S, out);
  const MatX<double> whole = A.transpose() * S * A, upper = whole.triangularView<Eigen::Upper>();
  EXPECT_LT((out - upper).norm(), 1e-14);
}

}  // namespace
}  // namespace gough
