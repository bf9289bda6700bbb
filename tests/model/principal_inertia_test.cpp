#include "gough/model/principal_inertia.hpp"

#include <random>

#include "tests/robots.hpp"

namespace gough {
namespace {

int spreads(const PrincipalInertia& inertia) { return (inertia.spread[0] != 0.0) + (inertia.spread[1] != 0.0); }

TEST(PrincipalInertia, TimesAVectorAsTheMatrix) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vec3<double>(normal(random), normal(random), normal(random)); };
  for (int draw = 0; draw < 50; ++draw) {
    const Mat3<double> R = rotation_exp(vector()), Q = rotation_exp(vector());
    const Vec3<double> values = draw % 3 == 0 ? Vec3<double>(2, 2, 2) : draw % 3 == 1 ? Vec3<double>(2, 2, 5) : Vec3<double>(1, 2, 2.5);
    const Mat3<double> inertia = Q * values.asDiagonal() * Q.transpose();
    const PrincipalInertia principal = principal_inertia(inertia);
    EXPECT_EQ(spreads(principal), draw % 3);  // a ball, a body of revolution, neither
    const Vec3<double> v = vector();
    EXPECT_LT((times(principal, R, v) - R * inertia * R.transpose() * v).norm(), 1e-13 * (1.0 + v.norm()));
  }
}

TEST(PrincipalInertia, SlidesPassTheirInertiaOn) {
  const Robot robot = load_robot("gough_stewart");
  const Leg& leg = robot.legs[0];
  for (int j = 0; j < leg.freedoms(); ++j) {
    if (leg.joints[j].revolute) continue;
    EXPECT_EQ(leg.inertia[j].round, 0.0);
    EXPECT_EQ(spreads(leg.inertia[j]), 0);
    const Mat3<double>& R = leg.joints[j].placement.R;
    const int carrier = leg.joints[j].parent;
    const Mat3<double> sum = leg.joints[carrier].body.inertia + R * leg.joints[j].body.inertia * R.transpose();
    const Vec3<double> v(0.3, -0.2, 0.7);
    EXPECT_LT((times(leg.inertia[carrier], Mat3<double>(Mat3<double>::Identity()), v) - sum * v).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace gough
