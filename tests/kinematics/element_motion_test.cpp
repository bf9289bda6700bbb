#include "gough/kinematics/element_motion.hpp"

#include "tests/robots.hpp"

namespace gough {
namespace {

class ElementMotionOf : public test::Catalog {
 protected:
  void each(const std::function<void(const Leg&, const Element&, const LegData<double>&)>& check) {
    std::mt19937_64 random(41);
    KinematicsData<double> data(robot);
    for (int k = 0; k < test::samples; ++k) {
      test::regular_pose(robot, random, data);
      velocity(robot, random_vector(robot.mobility.n, random), data);
      acceleration(robot, random_vector(robot.mobility.n, random), data);
      for (std::size_t i = 0; i < robot.legs.size(); ++i)
        for (const Element& e : robot.legs[i].elements) check(robot.legs[i], e, data.legs[i]);
    }
  }
};

// [O, Eqs. 12, 13]: ω = x × ẋ + θ̇ x and ω̇ = x × ẍ + θ̈ x + θ̇ ẋ, for the body that carries x.
TEST_P(ElementMotionOf, DirectionAndSpinGiveTheWholeRotation) {
  each([](const Leg& leg, const Element& element, const LegData<double>& data) {
    if (element.lower < 0) return;
    const ElementMotion<double> e = element_motion(leg, element, data);
    EXPECT_NEAR(e.x.norm(), 1.0, 1e-13);
    const Vec3<double> w = data.velocity[element.lower].angular, dw = data.acceleration[element.lower].angular;
    EXPECT_LT((e.x.cross(e.dx) + e.root_spin * e.x - w).norm(), 1e-11 * (1 + w.norm()));
    EXPECT_LT((e.x.cross(e.ddx) + e.root_dspin * e.x + e.root_spin * e.dx - dw).norm(), 1e-10 * (1 + dw.norm()));
  });
}

// B = A + d x where the element's line runs through both points.
TEST_P(ElementMotionOf, EndPointLiesOnTheLine) {
  each([](const Leg& leg, const Element& element, const LegData<double>& data) {
    const ElementMotion<double> e = element_motion(leg, element, data);
    EXPECT_LT((e.A + e.d * e.x - e.B).norm(), 1e-12);
    if (element.type == ElementType::bar) {
      EXPECT_NEAR(e.dd, 0.0, 1e-11);
      EXPECT_NEAR(e.ddd, 0.0, 1e-10);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Robots, ElementMotionOf, ::testing::ValuesIn(catalog()), test::robot_name);

// The spin of a strut on a universal joint from its line alone, docs/theory.md, section 4; it is not zero.
TEST(ElementMotion, SpinOfUniversalJointedStruts) {
  const Robot robot = load_robot("gough_stewart");
  KinematicsData<double> data(robot);
  std::mt19937_64 random(42);
  double largest = 0.0;
  for (int k = 0; k < test::samples; ++k) {
    test::regular_pose(robot, random, data);
    velocity(robot, random_vector(6, random), data);
    for (std::size_t i = 0; i < robot.legs.size(); ++i) {
      const Leg& leg = robot.legs[i];
      const ElementMotion<double> e = element_motion(leg, leg.elements[0], data.legs[i]);
      const Vec3<double> u = leg.joints[0].placement.R.col(2);
      EXPECT_NEAR(e.spin, universal_spin<double>(u, e.x, e.dx), 1e-13);
      largest = std::max(largest, std::abs(e.spin));
    }
  }
  EXPECT_GT(largest, 0.01);
}

}  // namespace
}  // namespace gough
