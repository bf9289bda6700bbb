#include "gough/math/double_double.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <random>

namespace gough {
namespace {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<60>>;

Exact exact(const DoubleDouble& x) { return Exact(x.high) + Exact(x.low); }

// Relative error in units of 2^-104.
double error(const DoubleDouble& found, const Exact& truth) {
  return static_cast<double>(abs(exact(found) - truth) / (abs(truth) + Exact(1e-290)) * Exact(std::ldexp(1.0, 104)));
}

TEST(DoubleDouble, HasThirtyDigits) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> mantissa(-1.0, 1.0), exponent(-30.0, 30.0);
  const auto draw = [&] {
    const double high = mantissa(random) * std::exp2(exponent(random));
    return DoubleDouble(high) + DoubleDouble(mantissa(random) * 1e-17 * high);
  };
  for (int k = 0; k < 20000; ++k) {
    const DoubleDouble a = draw(), b = draw();
    EXPECT_LT(static_cast<double>(abs(exact(a + b) - exact(a) - exact(b)) / (abs(exact(a)) + abs(exact(b)))) * std::ldexp(1.0, 104), 4.0);
    EXPECT_LT(error(a * b, exact(a) * exact(b)), 8.0);
    EXPECT_LT(error(a / b, exact(a) / exact(b)), 16.0);
    EXPECT_LT(error(sqrt(a * a), abs(exact(a))), 16.0);
    EXPECT_LE(std::abs((a * b).low), 0.5000001 * std::ldexp(std::abs((a * b).high), -52));
  }
}

TEST(DoubleDouble, TurnsAsTheSeriesSay) {
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> angle(-10.0, 10.0);
  const double size = std::ldexp(1.0, 104);
  for (int k = 0; k < 2000; ++k) {
    const DoubleDouble a = DoubleDouble(angle(random)) + DoubleDouble(1e-17 * angle(random));
    EXPECT_LT(static_cast<double>(abs(exact(sin(a)) - sin(exact(a)))) * size, 2000.0);  // ten doublings, a turn's digits off
    EXPECT_LT(static_cast<double>(abs(exact(cos(a)) - cos(exact(a)))) * size, 2000.0);
    EXPECT_LT(static_cast<double>(abs(exact(atan(a)) - atan(exact(a)))) * size, 4000.0);
  }
}

TEST(DoubleDouble, ChoosesAsDoublesDo) {
  const DoubleDouble a(1.0, 1e-20), b(1.0, 2e-20);
  EXPECT_EQ(smaller(b, a).low, 1e-20);
  EXPECT_EQ(copysign(a, DoubleDouble(-2.0)).high, -1.0);
  EXPECT_EQ(copysign(-a, DoubleDouble(-2.0)).high, -1.0);
  EXPECT_TRUE(std::isnan(sqrt(DoubleDouble(-1.0)).high));
  EXPECT_EQ(sqrt(DoubleDouble(0.0)).high, 0.0);
}

}  // namespace
}  // namespace gough
