#include "gough/kinematics/forward_geometry.hpp"

#include "tests/robots.hpp"

namespace gough {
namespace {

class ForwardGeometry : public test::Catalog {};

// FK(IK(pose)) = pose, from home, with every loop closed. `gough_tests --samples=10000` runs the long sweep.
TEST_P(ForwardGeometry, UndoesInverseGeometry) {
  std::mt19937_64 random(21);
  KinematicsData<double> data(robot), other(robot);
  VecX<double> qa(robot.actuators.size());
  double worst = 0.0, open = 0.0;
  for (int k = 0; k < test::samples; ++k) {
    Pose<double> pose;
    const Outcome sampled = sample_pose(robot, 1.0, 1e-3, random, pose, data);
    ASSERT_TRUE(sampled.ok()) << to_string(sampled.status);
    for (const LegData<double>& leg : data.legs) open = std::max(open, leg.residual.cwiseAbs().maxCoeff());
    if (data.residual.size()) open = std::max(open, data.residual.cwiseAbs().maxCoeff());  // the nacelle's loops too
    actuated_positions(robot, data, qa);
    Pose<double> found = robot.home;
    const Outcome outcome = forward_geometry(robot, qa, found, other);
    ASSERT_TRUE(outcome.ok()) << "sample " << k << ": " << to_string(outcome.status) << " " << outcome.measure;
    worst = std::max(worst, test::pose_distance(robot, pose, found));
    for (const LegData<double>& leg : other.legs) open = std::max(open, leg.residual.cwiseAbs().maxCoeff());
  }
  EXPECT_LT(worst, 1e-10);
  EXPECT_LT(open, 1e-12);
  RecordProperty("worst", std::to_string(worst));
}

INSTANTIATE_TEST_SUITE_P(Robots, ForwardGeometry, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
