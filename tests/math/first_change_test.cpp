#include "gough/math/first_change.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gough {
namespace {

TEST(FirstChange, IsTheFirstAndExact) {
  for (const double way : {1.0, -1.0}) {
    const auto change = first_change([](double x) { return std::cos(x) > 0.0; }, 0.0, 20.0 * way, 100);
    ASSERT_TRUE(change);
    EXPECT_NEAR(change->before, way * std::acos(0.0), 1e-15);
    EXPECT_NEAR(change->behind, change->before, 1e-15);
    EXPECT_GT(std::cos(change->before), 0.0);
    EXPECT_LE(std::cos(change->behind), 0.0);
  }
}

TEST(FirstChange, IsNoneWhereAllHolds) {
  EXPECT_FALSE(first_change([](double) { return true; }, 0.0, 1.0, 10));
  EXPECT_FALSE(first_change([](double x) { return x < 1.0001; }, 0.0, 1.0, 10));
}

}  // namespace
}  // namespace gough
