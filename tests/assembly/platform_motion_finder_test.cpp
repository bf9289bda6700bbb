#include "gough/assembly/platform_motion_finder.hpp"

#include "gough/kinematics/projection.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

using Turning = PlatformMotion::Turning;

// What is said of all poses, at one of them.
void expect_motion(const Robot& robot, const Pose<double>& pose, const KinematicsData<double>& data) {
  const PlatformMotion& motion = robot.motion;
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(motion.moves[k] || std::abs(pose.p(k) - robot.home.p(k)) < 1e-8 * robot.length) << robot.name;
  EXPECT_TRUE(motion.turning != Turning::none || (pose.R - robot.home.R).norm() < 1e-8) << robot.name;
  if (motion.turning == Turning::about_axis) {
    const JointPosition<double> turn = motion.turn_of(pose.R);
    EXPECT_NEAR(turn.c * turn.c + turn.s * turn.s, 1.0, 1e-8) << robot.name;
    EXPECT_LT((pose.R - motion.along - turn.c * motion.across - turn.s * motion.crossed).norm(), 1e-8) << robot.name;
    EXPECT_LT((pose.R * robot.home.R.transpose() * motion.axis - motion.axis).norm(), 1e-8) << robot.name;
  }
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j)
      if (const auto& axis = robot.legs[i].joints[j].fixed_axis) {
        EXPECT_LT((data.legs[i].body[j].R.col(2) - *axis).norm(), 1e-8) << robot.name << ", joint " << j << " of leg " << i;
      }
}

TEST(PlatformMotionFinder, KnowsTheCatalog) {
  EXPECT_EQ(load_robot("delta").motion.turning, Turning::none);
  EXPECT_EQ(load_robot("gough_stewart").motion.turning, Turning::free);
  const PlatformMotion planar = load_robot("planar_3rrr").motion;
  EXPECT_EQ(planar.turning, Turning::about_axis);
  EXPECT_EQ(planar.axis, Vec3<double>::UnitZ());
  EXPECT_TRUE(planar.moves[0] && planar.moves[1] && !planar.moves[2]);
  const Robot five_bar = load_robot("five_bar");
  for (const Leg& leg : five_bar.legs)
    for (const Joint& joint : leg.joints) EXPECT_TRUE(joint.fixed_axis) << joint.name;
  const Robot hexapod = load_robot("gough_stewart");
  EXPECT_TRUE(hexapod.legs[0].joints[0].fixed_axis);
  EXPECT_FALSE(hexapod.legs[0].joints[1].fixed_axis);
}

class PlatformMotionOf : public test::Catalog {};

TEST_P(PlatformMotionOf, HoldsInTheWholeWorkspace) {
  KinematicsData<double> data(robot);
  std::mt19937_64 random(3);
  for (int sample = 0; sample < 20; ++sample) {
    Pose<double> pose;
    ASSERT_TRUE(sample_pose(robot, 1.0, 1e-3, random, pose, data).answered());
    expect_motion(robot, pose, data);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, PlatformMotionOf, ::testing::ValuesIn(catalog()), test::robot_name);

// Beyond the poses around home from which it was found. One family in three, all with --samples=1000: robots with legs closed by Newton
// take a second each.
TEST(PlatformMotionFinder, HoldsForRandomRobots) {
  int poses = 0;
  const std::size_t stride = test::samples >= 1000 ? 1 : 3;
  for (std::size_t f = 0; f < test::robot_families().size(); f += stride)
    for (int sample = 0; sample < std::max(1, test::samples / 100); ++sample) {
      std::mt19937_64 random(1000 + sample);
      const std::string& family = test::robot_families()[f];
      const Robot robot = assemble(read_robot_text(test::random_robot(family, random), family));
      KinematicsData<double> data(robot);
      Pose<double> pose = near_home(robot, 0.15, random);
      if (!project_near(robot, pose, data).answered()) continue;
      expect_motion(robot, pose, data);
      ++poses;
    }
  EXPECT_GT(poses, 20);
}

}  // namespace
}  // namespace gough
