#include "gough/explain/denavit_hartenberg.hpp"

#include "gough/identification/base_parameters.hpp"
#include "tests/robots.hpp"

namespace gough::explain {
namespace {

// The parameters' placement, written out: Rot(z, γ) Trans(z, b) Rot(x, α) Trans(x, d) Rot(z, θ) Trans(z, r).
Placement<double> recomposed(const DenavitHartenberg& link) {
  const auto screw = [](const Vec3<double>& axis, double angle, double along) {
    return Placement<double>{rotation_about(axis, {std::cos(angle), std::sin(angle), 0.0}), along * axis};
  };
  const Vec3<double> x = Vec3<double>::UnitX(), z = Vec3<double>::UnitZ();
  return screw(z, link.gamma, link.b) * screw(x, link.alpha, link.d) * screw(z, link.theta, link.r);
}

// Angles apart from whole turns.
double turn_between(double a, double b) { return std::abs(std::remainder(a - b, 2.0 * kPi)); }

class DenavitHartenbergOf : public test::Catalog {
 protected:
  std::mt19937_64 random{7};
  // Common normals of axes at 1e-9 rad round by 1e-7; no robot of the catalog has such, those of 1e-3 rad leave 1e-12.
  static constexpr double kTolerance = 1e-10;
};

TEST_P(DenavitHartenbergOf, ParametersPlaceEveryJointOnItsAxis) {
  KinematicsData<double> k(robot);
  random_state(robot, random, k);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    std::vector<Placement<double>> frames;
    for (const DenavitHartenberg& link : denavit_hartenberg(robot.legs[i], k.legs[i])) {
      frames.push_back((link.before < 0 ? Placement<double>{} : frames[link.before]) * recomposed(link));
      const Placement<double>& body = k.legs[i].body[link.joint];
      const Vec3<double> z = body.R.col(2), off = frames.back().p - body.p;
      EXPECT_LT((frames.back().R.col(2) - z).norm(), kTolerance) << robot.legs[i].joints[link.joint].name;
      EXPECT_LT(off.cross(z).norm(), kTolerance) << robot.legs[i].joints[link.joint].name;
    }
  }
}

TEST_P(DenavitHartenbergOf, OnlyTheJointsOwnParameterMoves) {
  KinematicsData<double> a(robot), b(robot);
  random_state(robot, random, a);
  random_state(robot, random, b);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const auto first = denavit_hartenberg(robot.legs[i], a.legs[i]), second = denavit_hartenberg(robot.legs[i], b.legs[i]);
    for (std::size_t j = 0; j < first.size(); ++j) {
      const DenavitHartenberg &p = first[j], &q = second[j];
      const Joint& joint = robot.legs[i].joints[j];
      const JointPosition<double>&before = a.legs[i].q[j], &after = b.legs[i].q[j];
      EXPECT_LT(turn_between(p.gamma, q.gamma) + turn_between(p.alpha, q.alpha), kTolerance) << joint.name;
      EXPECT_LT(std::abs(p.b - q.b) + std::abs(p.d - q.d), kTolerance) << joint.name;
      const double slide = joint.revolute ? 0.0 : after.d - before.d;
      const double turn = joint.revolute ? std::atan2(after.s, after.c) - std::atan2(before.s, before.c) : joint.screw * slide;
      EXPECT_LT(std::abs(q.r - p.r - slide), kTolerance) << joint.name;
      EXPECT_LT(turn_between(q.theta - p.theta, turn), kTolerance) << joint.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, DenavitHartenbergOf, ::testing::ValuesIn(catalog()), test::robot_name);

// [BK, Table 1]: behind the first joint γ = b = 0, α = ±π/2, d = 0, and r of the universal joint's second axis is 0.
TEST(DenavitHartenberg, AUniversalJointAndASlideAreThoseOfTheTable) {
  const Robot robot = load_robot("gough_stewart");
  KinematicsData<double> k(robot);
  ASSERT_TRUE(position(robot, robot.home, k).ok());
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const auto links = denavit_hartenberg(robot.legs[i], k.legs[i]);
    ASSERT_EQ(links.size(), 3u);
    for (int j : {1, 2}) {
      EXPECT_NEAR(links[j].gamma, 0.0, 1e-12);
      EXPECT_NEAR(links[j].b, 0.0, 1e-12);
      EXPECT_NEAR(std::abs(links[j].alpha), kPi / 2, 1e-12);
      EXPECT_NEAR(links[j].d, 0.0, 1e-12);
    }
    EXPECT_NEAR(links[1].r, 0.0, 1e-12);
  }
}

}  // namespace
}  // namespace gough::explain
