#include "gough/dynamics/joint_effort.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/program/models.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

TEST(Coulomb, IsAStepThatIsZeroAtRest) {
  const Friction friction{0.0, 2.0};
  for (const double rest : {0.0, 1e-12, -1e-9, 1e-9}) EXPECT_EQ(friction_effort<double>(friction, rest), 0.0) << rest;
  for (const double rate : {1.001e-9, 1e-3, 5.0}) {
    EXPECT_EQ(friction_effort<double>(friction, rate), 2.0);
    EXPECT_EQ(friction_effort<double>(friction, -rate), -2.0);
  }
  const Vec3<double> w(0.6e-9, 0.0, 0.8e-9);
  EXPECT_EQ(friction_moment<double>(friction, 0.999 * w).norm(), 0.0);
  EXPECT_NEAR(friction_moment<double>(friction, 1.001 * w).norm(), 2.0, 1e-12);
}

// Joints that a symmetric motion leaves at rest have rates of rounding: all formulations, the regressor and the program give them nothing,
// and the efforts of three equal legs are equal.
TEST(Coulomb, SymmetricMotionOfADeltaIsSymmetric) {
  const Robot robot = load_robot("delta");
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  VecX<double> V = VecX<double>::Zero(3), A = VecX<double>::Zero(3), first;
  V(2) = 0.1;
  for (Formulation f : kFormulations) {
    ASSERT_TRUE(inverse_dynamics(robot, f, {}, robot.home, V, A, k, data).answered());
    if (first.size() == 0) first = data.effort;
    EXPECT_LT((data.effort - first).cwiseAbs().maxCoeff(), 1e-12) << letter(f);
    EXPECT_NEAR(data.effort(0), data.effort(1), 1e-12) << letter(f);
    EXPECT_NEAR(data.effort(0), data.effort(2), 1e-12) << letter(f);
    const ModelChoice choice{Model::idm, f, Source::pose};
    const std::vector<double> got = record(robot, choice, {}).evaluate(program_inputs(robot, choice, k, data.effort));
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(got[a], first(a), 1e-12) << letter(f);
  }
  const std::vector<virtual_work::Parameter> parameters = virtual_work::parameters(robot, {});
  MatX<double> W(3, static_cast<Eigen::Index>(parameters.size())), Y(3, static_cast<Eigen::Index>(parameters.size()));
  virtual_work::effort_regressor(robot, k, data, W, Y);
  VecX<double> p(static_cast<Eigen::Index>(parameters.size()));
  for (std::size_t c = 0; c < parameters.size(); ++c) p(static_cast<Eigen::Index>(c)) = parameters[c].value;
  EXPECT_LT((Y * p - first).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace gough
