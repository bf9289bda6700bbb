#include "gough/exchange/mjcf.hpp"

#include <gtest/gtest.h>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/exchange/cut_tree.hpp"
#include "gough/model/changed_robot.hpp"
#include "gough/model/friction.hpp"
#include "tests/exchange/mujoco_engine.hpp"
#include "tests/exchange/samples.hpp"
#include "tests/robots.hpp"

// The exported robots in MuJoCo against the library. MuJoCo's loops are soft, and it leaves out J̇ v of them:
//   at rest, where J̇ v = 0, the difference is the softness, 1 − impedance, times what the loops carry: it must go down with it;
//   in motion J̇ v is put in between MuJoCo's stages, from differences of its own Jacobian, and the loops are hardened beyond 0.9999.
namespace gough::test {
namespace {

// Without what MuJoCo has no place for, or has as a soft constraint: friction in tips that are loops, and Coulomb friction.
Robot comparable(const std::string& name) {
  return changed(without_coulomb(load_robot(name)), [](Robot& out) {
    for (Leg& leg : out.legs)
      for (Tip& tip : leg.tips) tip.friction = {};
    for (TreeLoop& loop : out.nacelle.loops) loop.friction = {};
  });
}

class Mjcf : public ::testing::TestWithParam<std::string> {
 protected:
  Robot robot = comparable(GetParam());
  KinematicsData<double> k{robot};
  DynamicsData<double> d{robot};
  std::mt19937_64 random{7};
  VecX<double> effort;

  void SetUp() override {
    if (const std::string first = unknown_to_others(robot); !first.empty()) GTEST_SKIP() << "exports refuse " << first;
  }

  // A random state under random efforts, and everything's acceleration by the library.
  void sample(double speed) {
    const Pose<double> pose = regular_pose(robot, random, k);
    const VecX<double> V = speed * random_vector(robot.mobility.n, random);
    effort = 10.0 * random_vector(static_cast<int>(robot.actuators.size()), random);
    ASSERT_TRUE(direct_dynamics(robot, Formulation::platform_legs, {}, pose, V, effort, k, d).status != Status::unreachable);
    velocity(robot, V, k);
    acceleration(robot, d.acceleration, k);
  }
};

TEST_P(Mjcf, LoadsAndIsClosedAtHome) {
  MujocoEngine engine(robot, mjcf(robot));
  EXPECT_EQ(engine.motors(), static_cast<int>(robot.actuators.size()));
  ASSERT_TRUE(position(robot, robot.home, k).answered());
  engine.reset_to_home();
  EXPECT_LT(engine.placement_error(k), 1e-9 * std::max(1.0, robot.length));
  EXPECT_LT(engine.loop_error(), 1e-9 * std::max(1.0, robot.length));
}

// What holds the robot at home holds it in MuJoCo's simulation, but for the softness: less than a thousandth of a free fall, and closed.
TEST_P(Mjcf, HomeEffortsHoldHome) {
  MujocoEngine engine(robot, mjcf(robot));
  ASSERT_TRUE(position(robot, robot.home, k).answered());
  engine.reset_to_home();
  const double time = engine.step(0.1);
  EXPECT_LT(engine.placement_error(k), 1e-3 * 0.5 * 9.81 * time * time);
  EXPECT_LT(engine.loop_error(), 1e-4);
  EXPECT_LT(engine.largest_acceleration(), 0.1);
}

TEST_P(Mjcf, PutsBodiesWhereTheLibraryDoes) {
  MujocoEngine engine(robot, mjcf(robot));
  for (int s = 0; s < 5; ++s) {
    sample(1.0);
    engine.set(k);
    EXPECT_LT(engine.placement_error(k), 1e-8 * std::max(1.0, robot.length));
    EXPECT_LT(engine.loop_error(), 1e-8 * std::max(1.0, robot.length));
    EXPECT_LT(engine.loop_rate(), 1e-6 * std::max(1.0, robot.length));  // the rates fit as well
  }
}

TEST_P(Mjcf, AtRestTheDifferenceIsTheSoftness) {
  const double impedances[] = {0.99, 0.999, 0.9999};
  double worst[3] = {0.0, 0.0, 0.0};
  for (int level = 0; level < 3; ++level) {
    MujocoEngine engine(robot, mjcf(robot, {impedances[level]}));
    random.seed(7);
    for (int s = 0; s < 3; ++s) {
      sample(0.0);
      engine.set(k);
      engine.forward(effort);
      worst[level] = std::max(worst[level], engine.acceleration_error(k));
    }
  }
  EXPECT_LT(worst[1], 0.2 * worst[0]);  // ten times less
  EXPECT_LT(worst[2], 0.12 * worst[1]);
  EXPECT_LT(worst[2], 200.0 * (1.0 - 0.9999));
}

TEST_P(Mjcf, InMotionHarderLoopsLeaveLess) {
  MujocoEngine engine(robot, mjcf(robot));
  double as_exported = 0.0, worst[3] = {0.0, 0.0, 0.0};
  for (int s = 0; s < 3; ++s) {
    sample(1.0);
    engine.set(k);
    engine.forward(effort);
    as_exported = std::max(as_exported, engine.acceleration_error(k));
    for (int level = 0; level < 3; ++level) {
      engine.forward_with_bias(effort, std::pow(1e-2, level));
      worst[level] = std::max(worst[level], engine.acceleration_error(k));
    }
  }
  EXPECT_GT(as_exported, worst[0]);  // else the test would not see J̇ v
  EXPECT_LT(worst[0], 200.0 * (1.0 - 0.9999));
  EXPECT_LT(worst[1], 0.011 * worst[0] + 1e-9);  // a hundred times less
  EXPECT_LT(worst[2], 0.011 * worst[1] + 1e-9);
}

// Random robots, and some with no mass where it matters. hold_home.mjs asks the same of MuJoCo 3.
TEST(MjcfSamples, LoadAndHoldHome) {
  for (const ExportSample& sample : export_samples(1)) {
    MujocoEngine engine(sample.robot, mjcf(sample.robot));
    if (!sample.holds) continue;
    engine.reset_to_home();
    engine.step(sample.seconds);
    const double length = sample.robot.length, gravity = sample.robot.gravity.norm();
    EXPECT_LT(engine.largest_acceleration(), std::max(0.1, 0.01 * gravity * std::min(1.0, 1.0 / length))) << sample.name;
    EXPECT_LT(engine.loop_error(), 1e-4 * std::max(1.0, length)) << sample.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Mjcf, ::testing::ValuesIn(catalog()), robot_name);

}  // namespace
}  // namespace gough::test
