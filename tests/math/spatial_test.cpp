#include "gough/math/spatial.hpp"

#include <gtest/gtest.h>

#include <random>

#include "gough/math/rotation.hpp"

namespace gough {
namespace {

using V3 = Vec3<double>;

V3 random_vector(std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  return V3(number(random), number(random), number(random));
}

// A body that turns about a moving origin, its point by differences.
TEST(Spatial, PointsMoveAsDifferencesSay) {
  std::mt19937_64 random(11);
  const Motion<double> V{random_vector(random), random_vector(random)}, A{random_vector(random), random_vector(random)};
  const V3 arm = random_vector(random);
  const auto point = [&](double t) -> V3 {  // to second order in t
    const V3 turned = arm + t * V.angular.cross(arm) + 0.5 * t * t * (A.angular.cross(arm) + V.angular.cross(V.angular.cross(arm)));
    return t * V.linear + 0.5 * t * t * A.linear + turned;
  };
  const double h = 1e-4;
  EXPECT_LT((velocity_at(V, arm) - (point(h) - point(-h)) / (2 * h)).norm(), 1e-9);
  EXPECT_LT((acceleration_at(V, A, arm) - (point(h) - 2 * point(0) + point(-h)) / (h * h)).norm(), 1e-6);
}

TEST(Spatial, PowerDoesNotDependOnThePoint) {
  std::mt19937_64 random(12);
  for (int k = 0; k < 20; ++k) {
    const V3 force = random_vector(random), moment = random_vector(random), arm = random_vector(random);
    const Motion<double> there{random_vector(random), random_vector(random)};
    const Motion<double> here{velocity_at(there, V3(-arm)), there.angular};
    Wrench<double> moved;
    add_wrench(moved, force, moment, arm);
    EXPECT_NEAR(power(moved, here), power(Wrench<double>{force, moment}, there), 1e-14);
  }
}

TEST(Spatial, PointInertiaIsThatOfItsCrossProducts) {
  const V3 r(0.3, -0.2, 0.7);
  EXPECT_LT((point_inertia(2.0, r) + 2.0 * hat<double>(r) * hat<double>(r)).norm(), 1e-15);
}

}  // namespace
}  // namespace gough
