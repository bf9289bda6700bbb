#include "tests/robots.hpp"

namespace gough {
namespace {

std::size_t modes_of_first_leg(const Robot& robot) {
  KinematicsData<double> data(robot);
  Pose<double> pose = robot.home;
  EXPECT_TRUE(project(robot, pose, data).ok());
  return working_modes(robot, 0, data).size();
}

TEST(WorkingModes, ArmsHaveTwoStrutsHaveOne) {
  EXPECT_EQ(modes_of_first_leg(load_robot("five_bar")), 2u);
  EXPECT_EQ(modes_of_first_leg(load_robot("delta")), 2u);
  EXPECT_EQ(modes_of_first_leg(load_robot("planar_3rrr")), 2u);
  EXPECT_EQ(modes_of_first_leg(load_robot("hexaglide")), 2u);
  EXPECT_EQ(modes_of_first_leg(load_robot("dymo_3uru")), 2u);
  EXPECT_EQ(modes_of_first_leg(load_robot("gough_stewart")), 1u);
  EXPECT_EQ(modes_of_first_leg(load_robot("agile_eye")), 2u);
}

// The search that legs without a closed form use finds the elbow modes too.
TEST(WorkingModes, NewtonFindsThoseOfTheClosedForm) {
  Robot robot = load_robot("five_bar");
  for (Leg& leg : robot.legs) leg.solver = {};
  EXPECT_EQ(modes_of_first_leg(robot), 2u);
}

// The same pose has the same mode whichever way it was reached: modes do not drift.
TEST(WorkingModes, StayWithHome) {
  const Robot robot = load_robot("delta");
  std::mt19937_64 random(71);
  KinematicsData<double> travelled(robot);
  for (int k = 0; k < test::samples; ++k) {
    Pose<double> pose;
    ASSERT_TRUE(sample_pose(robot, 1.0, 1e-3, random, pose, travelled).ok());
    KinematicsData<double> fresh(robot);
    ASSERT_TRUE(position(robot, pose, fresh).ok());
    VecX<double> a(3), b(3);
    actuated_positions(robot, travelled, a);
    actuated_positions(robot, fresh, b);
    EXPECT_EQ(a, b);
  }
}

}  // namespace
}  // namespace gough
