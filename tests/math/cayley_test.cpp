#include "gough/math/cayley.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "gough/math/rotation.hpp"

namespace gough {
namespace {

TEST(Cayley, TurnsAreThoseOfSinesToThirdOrder) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  for (const double size : {1e-1, 1e-2, 1e-3}) {
    const Vec3<double> w = size * Vec3<double>(normal(random), normal(random), normal(random)).normalized();
    const Mat3<double> R = rotation_exp(Vec3<double>(normal(random), normal(random), normal(random)));
    const Mat3<double> turned = turned_by<double>(R, w);
    EXPECT_LT((turned - rotation_exp(w) * R).norm(), 0.2 * std::pow(size, 3));
    EXPECT_LT((turned.transpose() * turned - Mat3<double>::Identity()).norm(), 1e-14);
    double c = std::cos(0.7), s = std::sin(0.7);
    turn_by(c, s, size);
    EXPECT_NEAR(c, std::cos(0.7 + size), 0.1 * std::pow(size, 3));
    EXPECT_NEAR(s, std::sin(0.7 + size), 0.1 * std::pow(size, 3));
    EXPECT_NEAR(c * c + s * s, 1.0, 1e-14);
  }
}

TEST(Cayley, LengthsComeBackToOne) {
  double c = 1.001 * std::cos(0.3), s = 1.001 * std::sin(0.3);
  turn_by(c, s, 0.1);
  EXPECT_NEAR(std::hypot(c, s), 1.0, 2e-6);
}

}  // namespace
}  // namespace gough
