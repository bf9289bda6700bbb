#include "gough/assembly/sensor_builder.hpp"

#include "gough/io/table_columns.hpp"
#include "gough/model/sensor.hpp"
#include "tests/assembly/refusal.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

RobotDescription catalog_description(const std::string& name) { return load_robot(name).description; }

std::vector<std::string> names_of(const std::vector<Sensor>& all) {
  std::vector<std::string> out;
  for (const Sensor& s : all) out.push_back(s.name);
  return out;
}

TEST(SensorBuilder, AxesOfElements) {
  RobotDescription d = catalog_description("gough_stewart");
  EXPECT_EQ(sensors(assemble(d)).size(), 6u);
  d.leg[0].element[0].sensor = JointSensorSpec{{}, {}, 0.01, {}};
  Robot robot = assemble(d);
  EXPECT_EQ(sensors(robot).size(), 12u);
  EXPECT_EQ(names_of(sensors(robot))[6], "left1.strut.1");
  EXPECT_DOUBLE_EQ(sensors(robot)[6].sigma, radians(0.01));
  EXPECT_EQ(possible_sensors(robot).size(), 6u);
  d.leg[0].element[0].sensor->axes = {"second"};
  d.leg[0].element[0].inner_sensor = JointSensorSpec{{}, 2e-6, {}, {}};
  robot = assemble(d);
  EXPECT_EQ(names_of(sensors(robot))[6], "left1.strut.2");
  EXPECT_EQ(sensors(robot)[0].sigma, 2e-6);
  EXPECT_EQ(sensors(robot)[3].sigma, kUsualSigma * robot.length);
  EXPECT_EQ(sensor_columns(robot)[6], "measured_q_left1.strut.2");
}

TEST(SensorBuilder, JointsOfTheNacelle) {
  RobotDescription d = catalog_description("h4");
  d.nacelle->joint[0].sensor = JointSensorSpec{{}, 1e-3, {}, {}};
  const Robot robot = assemble(d);
  ASSERT_EQ(sensors(robot).size(), robot.actuators.size() + 1);
  EXPECT_EQ(sensors(robot).back().leg, -1);
  EXPECT_EQ(sensors(robot).back().name, robot.nacelle.joints[0].name);
}

TEST(SensorBuilder, RefusesWhatAJointHasNot) {
  RobotDescription d = catalog_description("gough_stewart");
  ElementSpec& strut = d.leg[0].element[0];
  strut.sensor = JointSensorSpec{{}, {}, 0.01, {"third"}};
  EXPECT_NE(test::refusal(d).find("nothing called 'third' to measure; it has first, second"), std::string::npos) << test::refusal(d);
  strut.sensor = JointSensorSpec{{}, 1e-4, 0.01, {}};
  EXPECT_NE(test::refusal(d).find("not both"), std::string::npos) << test::refusal(d);
  strut.sensor = JointSensorSpec{};
  EXPECT_NE(test::refusal(d).find("needs `sigma`"), std::string::npos) << test::refusal(d);
  strut.sensor.reset();
  strut.inner_sensor = JointSensorSpec{{}, {}, 0.01, {}};
  EXPECT_NE(test::refusal(d).find("slides: give `sigma`, in m"), std::string::npos) << test::refusal(d);
  d = catalog_description("delta");
  d.leg[0].element[0].inner_sensor = JointSensorSpec{{}, 1e-4, {}, {}};
  EXPECT_NE(test::refusal(d).find("`inner_sensor` is for"), std::string::npos) << test::refusal(d);
}

TEST(SensorBuilder, FilesAreReadAndWritten) {
  RobotDescription d = catalog_description("gough_stewart");
  d.leg[0].element[0].sensor = JointSensorSpec{{}, {}, 0.01, {"first", "second"}};
  d.leg[1].element[0].inner_sensor = JointSensorSpec{{}, 1e-6, {}, {}};
  const std::string text = write_robot_text(d);
  EXPECT_EQ(write_robot_text(read_robot_text(text, "again")), text);
  EXPECT_EQ(sensors(assemble(read_robot_text(text, "again"))).size(), 12u);
}

TEST(SensorBuilder, NamesDiffer) {
  RobotDescription d = catalog_description("delta");
  const Robot robot = assemble(d);
  std::string passive;  // as the joint is called in its leg
  for (const Joint& joint : robot.legs[0].joints)
    if (joint.actuator < 0 && passive.empty()) passive = joint.name;
  d.leg[0].element[0].actuator->name = passive;
  d.leg[0].element[1].sensor = JointSensorSpec{{}, 1e-4, {}, {}};
  EXPECT_NE(test::refusal(d).find("has the name of an actuator"), std::string::npos) << test::refusal(d);
}

}  // namespace
}  // namespace gough
