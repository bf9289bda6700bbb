#include "gough/record/operation.hpp"

#include <gtest/gtest.h>

#include "gough/program/program.hpp"

namespace gough {
namespace {

TEST(Operation, OperandsOfEach) {
  for (Op op : {Op::input, Op::constant}) EXPECT_EQ(operand_count(op), 0);
  for (Op op : {Op::reciprocal, Op::negate, Op::square_root, Op::sine, Op::cosine, Op::coulomb_sign}) EXPECT_EQ(operand_count(op), 1);
  for (Op op : {Op::add, Op::subtract, Op::multiply, Op::divide, Op::copy_sign, Op::minimum}) EXPECT_EQ(operand_count(op), 2);
  for (Op op : {Op::add, Op::subtract, Op::negate}) EXPECT_TRUE(is_sum(op));
  for (Op op : {Op::multiply, Op::divide, Op::minimum, Op::input}) EXPECT_FALSE(is_sum(op));
}

}  // namespace
}  // namespace gough
