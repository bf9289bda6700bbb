#include "gough/dynamics/actuation.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/program/models.hpp"
#include "tests/crane.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

Robot held_crane(double size) { return assemble(read_robot_text(test::crane_text(size, true), "crane.toml")); }

// τ with the torques divided by the robot's length.
VecX<double> in_newtons(const Robot& robot, const VecX<double>& effort) {
  VecX<double> out = effort;
  for (Eigen::Index a = 0; a < out.size(); ++a) out(a) /= effort_scale(robot, static_cast<std::size_t>(a));
  return out;
}

// The share of each motor is the same for a crane of any size, whichever the formulation, and in programs.
TEST(Actuation, RedundantEffortsOfMixedMotorsAreWithoutScale) {
  const VecX<double> rest = VecX<double>::Zero(2), A = Eigen::Vector2d(0.5, 1.0);
  VecX<double> expected;
  for (const double size : {1e-3, 1.0, 1e3}) {
    const Robot robot = held_crane(size);
    KinematicsData<double> k(robot);
    DynamicsData<double> data(robot);
    for (Formulation f : kFormulations) {
      ASSERT_TRUE(inverse_dynamics(robot, f, {}, robot.home, rest, A, k, data).ok());
      const VecX<double> effort = in_newtons(robot, data.effort);
      if (expected.size() == 0) expected = effort;
      EXPECT_LT((effort - expected).cwiseAbs().maxCoeff(), 1e-9) << size << letter(f);
      const ModelChoice choice{Model::idm, f, Source::pose};
      const std::vector<double> got = record(robot, choice, {}).evaluate(program_inputs(robot, choice, k, data.effort));
      for (Eigen::Index a = 0; a < 3; ++a) EXPECT_NEAR(got[a], data.effort(a), 1e-9 * effort_scale(robot, a)) << size << letter(f);
    }
    ASSERT_TRUE(bounded_efforts(robot, k, data).ok());  // no motor of the crane has a limit
    EXPECT_LT((in_newtons(robot, data.effort) - expected).cwiseAbs().maxCoeff(), 1e-9) << size;
  }
}

// Efforts of least norm have no share of those that do nothing: the vector across both columns of J_inv.
TEST(Actuation, RedundantEffortsHoldNothingThatCancels) {
  const Robot robot = held_crane(0.02);
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  const VecX<double> rest = VecX<double>::Zero(2), A = Eigen::Vector2d(0.5, 1.0);
  ASSERT_TRUE(inverse_dynamics(robot, Formulation::platform_legs, {}, robot.home, rest, A, k, data).ok());
  EXPECT_LT((k.Jinv.transpose() * data.effort - data.force).norm(), 1e-12 * data.force.norm());
  const Eigen::Vector3d idle = Eigen::Vector3d(k.Jinv.col(0)).cross(Eigen::Vector3d(k.Jinv.col(1)));
  EXPECT_LT(std::abs(in_newtons(robot, data.effort).dot(in_newtons(robot, idle))),
            1e-12 * in_newtons(robot, data.effort).norm() * in_newtons(robot, idle).norm());
}

}  // namespace
}  // namespace gough
