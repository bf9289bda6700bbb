#include "gough/kinematics/sensor_choice.hpp"

#include "tests/robots.hpp"

namespace gough {
namespace {

TEST(SensorChoice, BestFirstAndEachBesidesThoseBefore) {
  std::mt19937_64 random(51);
  const Robot robot = load_robot("gough_stewart");
  KinematicsData<double> data(robot);
  test::regular_pose(robot, random, data);
  const std::vector<SensorChoice> ranked = rank_sensors(robot, sensors(robot), possible_sensors(robot), data);
  ASSERT_EQ(ranked.size(), possible_sensors(robot).size());
  for (std::size_t k = 1; k < ranked.size(); ++k) EXPECT_LE(ranked[k].gain, (1.0 + 1e-8) * ranked[k - 1].gain);
  const std::vector<SensorChoice> chosen = choose_sensors(robot, 3, data);
  ASSERT_EQ(chosen.size(), 3u);
  EXPECT_EQ(chosen[0].sensor.name, ranked[0].sensor.name);
  // no other second one is better beside the first
  std::vector<Sensor> have = sensors(robot);
  have.push_back(chosen[0].sensor);
  for (const SensorChoice& other : ranked) {
    if (other.sensor.name == chosen[0].sensor.name) continue;
    std::vector<Sensor> more = have;
    more.push_back(other.sensor);
    EXPECT_LE(gain(observability(robot, have, data), observability(robot, more, data)), (1.0 + 1e-8) * chosen[1].gain);
  }
  // gains multiply
  have.push_back(chosen[1].sensor);
  EXPECT_NEAR(gain(observability(robot, sensors(robot), data), observability(robot, have, data)), chosen[0].gain * chosen[1].gain, 1e-9);
  EXPECT_EQ(choose_sensors(robot, 99, data).size(), possible_sensors(robot).size());
}

TEST(SensorChoice, WhatLetsThePoseBeSeenComesFirst) {
  RobotDescription d = load_robot("five_bar").description;
  d.underactuated = true;
  d.leg[1].element[0].actuator.reset();
  const Robot robot = assemble(d);
  KinematicsData<double> data(robot);
  std::mt19937_64 random(52);
  test::regular_pose(robot, random, data);
  EXPECT_FALSE(observability(robot, sensors(robot), data).observable());
  const std::vector<SensorChoice> ranked = rank_sensors(robot, sensors(robot), possible_sensors(robot), data);
  EXPECT_TRUE(ranked.front().seen.observable());
  EXPECT_EQ(ranked.front().gain, kInfinity);
}

}  // namespace
}  // namespace gough
