#include "gough/kinematics/projection.hpp"

#include <random>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/kinematics/given_pose.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

class Projections : public test::Catalog {};

// The free coordinates are kept, the loops close, and a pose that was found is found again where it is.
TEST_P(Projections, KeepFreeCoordinatesAndCloseLoops) {
  std::mt19937_64 random(11);
  KinematicsData<double> data(robot);
  for (int draw = 0; draw < 5; ++draw) {
    const Pose<double> there = test::regular_pose(robot, random, data);
    const VecX<double> free = free_coordinates(robot, there);
    Pose<double> pose = pose_from_free(robot, free);
    ASSERT_TRUE(project(robot, pose, data).has_position());
    EXPECT_LT((free_coordinates(robot, pose) - free).cwiseAbs().maxCoeff(), 1e-12 * std::max(1.0, robot.length));
    Pose<double> again = pose;
    ASSERT_TRUE(project_near(robot, again, data).has_position());
    EXPECT_LT(test::pose_distance(robot, again, pose), 1e-11);
    again = pose;
    ASSERT_TRUE(project_whole(robot, again, data).has_position());
    EXPECT_EQ((again.p - pose.p).norm() + (again.R - pose.R).norm(), 0.0);  // kept to the last digit
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Projections, ::testing::ValuesIn(catalog()), test::robot_name);

// Where Ψ is constant the pose is known: efforts cost one elimination, whether the pose is given by free coordinates or whole.
TEST(Projection, EffortsOfADeltaCostOneElimination) {
  for (const char* name : {"delta", "orthoglide", "irb360"}) {
    const Robot robot = load_robot(name);
    std::mt19937_64 random(12);
    KinematicsData<double> data(robot);
    DynamicsData<double> dynamics(robot);
    const VecX<double> rates = VecX<double>::Constant(robot.mobility.n, 0.1);
    for (bool whole : {false, true}) {
      const Pose<double> there = test::regular_pose(robot, random, data);
      const GivenPose given{whole ? there : pose_from_free(robot, free_coordinates(robot, there)), whole};
      const int before = data.eliminations;
      const Outcome placed = solve_pose(robot, given, data);
      ASSERT_TRUE(inverse_dynamics(robot, Formulation::platform_legs, {}, placed, rates, rates, data, dynamics).answered());
      EXPECT_EQ(data.eliminations - before, 1) << name << (whole ? ", whole" : ", free");
    }
  }
}

}  // namespace
}  // namespace gough
