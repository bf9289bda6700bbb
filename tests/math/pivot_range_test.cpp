#include "gough/math/pivot_range.hpp"

#include <gtest/gtest.h>

namespace gough {
namespace {

TEST(PivotRange, IsTheLeastPivotOverTheLongestColumn) {
  PivotRange range;
  EXPECT_EQ(range.distance(), 1.0);
  range.see(2.0, 4.0);
  EXPECT_EQ(range.distance(), 0.5);
  range.see(-0.5, 1.0);
  EXPECT_EQ(range.distance(), 0.125);
  EXPECT_EQ(range.sign(), -1);
  range.see(-3.0, -8.0);
  EXPECT_EQ(range.distance(), 0.0625);
  EXPECT_EQ(range.sign(), 1);
}

TEST(PivotRange, WhatIsNoNumberIsSingular) {
  PivotRange range;
  range.see(1.0, 1.0);
  range.see(std::nan(""), 1.0);
  EXPECT_EQ(range.distance(), 0.0);
  PivotRange zero;
  zero.see(0.0, 0.0);
  EXPECT_EQ(zero.distance(), 0.0);
}

}  // namespace
}  // namespace gough
