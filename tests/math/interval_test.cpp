#include "gough/math/interval.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <random>

namespace gough {
namespace {

using Rational = boost::multiprecision::cpp_rational;

bool holds(const Interval& a, const Rational& x) {
  return !(a.low > -std::numeric_limits<double>::infinity() && x < Rational(a.low)) &&
         !(a.high < std::numeric_limits<double>::infinity() && x > Rational(a.high));
}

struct Draw {
  std::mt19937_64 random{21};
  double number() {
    return std::uniform_real_distribution<double>(-1.0, 1.0)(random) * std::exp2(std::uniform_int_distribution<int>(-40, 40)(random));
  }
  Interval interval() {
    const double x = number(), y = number();
    return {std::min(x, y), std::max(x, y)};
  }
  // A number of the interval: one of its ends, or between them.
  double within(const Interval& a) {
    const int which = std::uniform_int_distribution<int>(0, 3)(random);
    if (which < 2) return which == 0 ? a.low : a.high;
    return std::clamp(a.low + (a.high - a.low) * std::uniform_real_distribution<double>(0.0, 1.0)(random), a.low, a.high);
  }
};

TEST(Interval, NeighboursLieBeyond) {
  Draw draw;
  for (int k = 0; k < 20000; ++k) {
    const double x = draw.number();
    EXPECT_LT(below(x), x);
    EXPECT_GT(above(x), x);
    EXPECT_GE(below(x), std::nextafter(std::nextafter(x, -1e300), -1e300));
    EXPECT_LE(above(x), std::nextafter(std::nextafter(x, 1e300), 1e300));
  }
  for (const double x : {0.0, -0.0, 5e-324, -5e-324, 1e-310, 2.2250738585072014e-308}) {
    EXPECT_LT(below(x), x);
    EXPECT_GT(above(x), x);
  }
}

// Of every pair of numbers in the operands, the exact answer is in the result.
TEST(Interval, HoldsExactAnswers) {
  Draw draw;
  for (int k = 0; k < 20000; ++k) {
    const Interval a = draw.interval(), b = draw.interval();
    const double x = draw.within(a), y = draw.within(b);
    const Rational p(x), q(y);
    EXPECT_TRUE(holds(a + b, p + q));
    EXPECT_TRUE(holds(a - b, p - q));
    EXPECT_TRUE(holds(a * b, p * q));
    EXPECT_TRUE(holds(square(a), p * p));
    if (y != 0.0) {
      EXPECT_TRUE(holds(a / b, p / q));
      EXPECT_TRUE(holds(reciprocal(b), 1 / q));
    }
    const Interval root = sqrt(square(a));
    EXPECT_TRUE(holds(square(root), p * p));
    EXPECT_TRUE(root.contains(std::abs(x)));
  }
}

TEST(Interval, HoldsFunctionsOfItsNumbers) {
  Draw draw;
  std::uniform_real_distribution<double> middle(-20.0, 20.0), half(0.0, 2.0);
  for (int k = 0; k < 20000; ++k) {
    const double m = middle(draw.random), h = half(draw.random);
    const Interval a(m - h, m + h), b = draw.interval();
    const double x = draw.within(a), y = draw.within(b);
    EXPECT_TRUE(sin(a).contains(std::sin(x))) << a.low << " " << a.high;
    EXPECT_TRUE(cos(a).contains(std::cos(x))) << a.low << " " << a.high;
    EXPECT_TRUE(atan(a).contains(std::atan(x)));
    EXPECT_TRUE(smaller(a, b).contains(std::min(x, y)));
    EXPECT_TRUE(copysign(a, b).contains(std::copysign(x, y)));
    EXPECT_LE(sin(a).width(), std::min(2.0, 2.0 * h) + 1e-14);
  }
  EXPECT_EQ(sin(Interval(0.0, 4.0)).high, 1.0);
  EXPECT_EQ(cos(Interval(3.0, 4.0)).low, -1.0);
}

TEST(Interval, WhatHasNoAnswerIsTheWholeLine) {
  EXPECT_TRUE((Interval(1.0) / Interval(-1.0, 1.0)).is_whole());
  EXPECT_TRUE(reciprocal(Interval(0.0, 1.0)).is_whole());
  EXPECT_TRUE(sqrt(Interval(-1.0, 1.0)).is_whole());
  EXPECT_TRUE((Interval::whole() * Interval(0.0)).is_whole());
  EXPECT_TRUE((Interval::whole() - Interval::whole()).is_whole());
  EXPECT_TRUE(Interval(std::nan("")).is_whole());
}

}  // namespace
}  // namespace gough
