#include "gough/kinematics/working_mode.hpp"

#include "gough/kinematics/projection.hpp"
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

// A leg that has taken another mode is found there, here and at other poses, until it takes the first one back.
TEST(WorkingModes, CanBeTaken) {
  for (const char* name : {"five_bar", "delta", "hexaglide", "agile_eye"}) {
    const Robot first = load_robot(name);
    KinematicsData<double> data(first);
    Pose<double> pose = first.home;
    ASSERT_TRUE(project(first, pose, data).ok()) << name;
    const std::vector<double> wanted = working_modes(first, 0, data).at(1).q;
    EXPECT_FALSE(take_working_mode(first, 0, 64, data));
    const std::optional<Robot> second = take_working_mode(first, 0, 1, data);
    ASSERT_TRUE(second) << name;
    const Robot& robot = *second;
    KinematicsData<double> fresh(robot);
    ASSERT_TRUE(inverse_geometry(robot, pose, fresh).answered());
    for (int j = 0; j < robot.legs[0].freedoms(); ++j)
      EXPECT_NEAR(std::remainder(joint_value(robot.legs[0].joints[j], fresh.legs[0].q[j]) - wanted[j], 2 * kPi), 0.0, 1e-9) << name;
    const std::optional<Robot> back = take_working_mode(robot, 0, 1, fresh);
    ASSERT_TRUE(back) << name;
    KinematicsData<double> again(*back), home(first);
    ASSERT_TRUE(inverse_geometry(*back, pose, again).answered());
    ASSERT_TRUE(inverse_geometry(first, pose, home).answered());
    for (int j = 0; j < robot.legs[0].freedoms(); ++j) EXPECT_EQ(again.legs[0].q[j].c, home.legs[0].q[j].c) << name;
  }
}

// The same for a leg that Newton closes: it follows from where it was put.
TEST(WorkingModes, CanBeTakenWithoutAClosedForm) {
  Robot robot = load_robot("five_bar");
  for (Leg& leg : robot.legs) leg.solver = {};
  KinematicsData<double> data(robot);
  Pose<double> pose = robot.home;
  ASSERT_TRUE(project(robot, pose, data).ok());
  const std::vector<double> wanted = working_modes(robot, 0, data).at(1).q;
  const std::optional<Robot> other = take_working_mode(robot, 0, 1, data);
  ASSERT_TRUE(other);
  ASSERT_TRUE(position(*other, pose, data).answered());
  EXPECT_NEAR(std::remainder(joint_value(robot.legs[0].joints[0], data.legs[0].q[0]) - wanted[0], 2 * kPi), 0.0, 1e-9);
}

}  // namespace
}  // namespace gough
