#include "gough/kinematics/pose_from_tips.hpp"

#include <fmt/format.h>

#include "gough/kinematics/measured_pose.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// Sensors of all joints whose name has one of these in it.
std::vector<Sensor> with_passive(const Robot& robot, const std::vector<std::string>& parts) {
  std::vector<Sensor> out = sensors(robot);
  for (const Sensor& s : possible_sensors(robot))
    for (const std::string& part : parts)
      if (s.name.find(part) != std::string::npos) {
        out.push_back(s);
        break;
      }
  return out;
}

// The largest distance of poses found from true ones of the workspace.
double worst_distance(const Robot& robot, const std::vector<Sensor>& chosen, std::mt19937_64& random) {
  KinematicsData<double> data(robot);
  const PoseFromTips tips(robot, chosen);
  EXPECT_TRUE(tips.tells_pose()) << robot.name;
  double worst = 0.0;
  for (int k = 0; k < test::samples; ++k) {
    const Pose<double> pose = test::regular_pose(robot, random, data);
    Pose<double> found = robot.home;
    EXPECT_TRUE(tips(sensor_readings(robot, chosen, data), found));
    found.z = pose.z;
    worst = std::max(worst, test::pose_distance(robot, pose, found));
  }
  return worst;
}

// [O, Eqs. 66, 67]: lengths and directions of the struts are the tips, and these the pose.
TEST(PoseFromTips, EncodersOnUniversalJointsGiveAGoughStewartsPose) {
  std::mt19937_64 random(41);
  for (const char* name : {"gough_stewart", "flight_simulator"}) {
    const Robot robot = load_robot(name);
    const double worst = worst_distance(robot, with_passive(robot, {""}), random);
    RecordProperty(name, fmt::format("{:.1e}", worst));
    EXPECT_LT(worst, 1e-9) << name;
  }
}

TEST(PoseFromTips, ThreeStrutsServeAndTwoDoNot) {
  std::mt19937_64 random(42);
  const Robot robot = load_robot("gough_stewart");
  EXPECT_LT(worst_distance(robot, with_passive(robot, {"left1", "left2", "left3"}), random), 1e-9);
  EXPECT_FALSE(PoseFromTips(robot, with_passive(robot, {"left1", "left2"})).tells_pose());
  EXPECT_FALSE(PoseFromTips(robot, sensors(robot)).tells_pose());
}

TEST(PoseFromTips, OneLegServesWhereThePlatformCannotTurn) {
  std::mt19937_64 random(43);
  const Robot robot = load_robot("delta");
  EXPECT_LT(worst_distance(robot, with_passive(robot, {"leg1."}), random), 1e-9);
}

// Six revolutes or a ball of three before a rigid tip: the wrist's centre is known without the wrist's joints, the whole frame with them.
TEST(PoseFromTips, WholeLegsWithRigidTips) {
  std::mt19937_64 random(44);
  const Robot robot = load_robot("hexapod_6r");
  EXPECT_LT(worst_distance(robot, with_passive(robot, {""}), random), 1e-9);
  EXPECT_LT(worst_distance(robot, with_passive(robot, {robot.legs[2].name + "."}), random), 1e-9);
}

// With every joint measured legs tell their tips in robots of any kind, whatever the size; how many robots that is is counted.
TEST(PoseFromTips, RandomRobotsMeasuredEverywhere) {
  std::mt19937_64 random(45);
  int told = 0;
  for (const std::string& family : test::robot_families()) {
    const Robot robot = assemble(read_robot_text(test::random_robot(family, random), family));
    const std::vector<Sensor> all = with_passive(robot, {""});
    const PoseFromTips tips(robot, all);
    if (!tips.tells_pose()) continue;
    ++told;
    KinematicsData<double> data(robot);
    ASSERT_TRUE(position(robot, robot.home, data).has_position());
    Pose<double> found = robot.home, beside;
    found.p += Vec3<double>(robot.length, 0.0, 0.0);
    found.R.setIdentity();
    ASSERT_TRUE(tips(sensor_readings(robot, all, data), found));
    beside = robot.home;
    beside.p /= robot.length;
    found.p /= robot.length;
    EXPECT_LT((found.p - beside.p).norm() + (found.R - beside.R).norm(), 1e-9) << family;
  }
  EXPECT_GE(told, 5);
  RecordProperty("told", told);
}

}  // namespace
}  // namespace gough
