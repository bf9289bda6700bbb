#include "gough/identification/sensor_fusion.hpp"

#include <fmt/format.h>

#include <sstream>

#include "gough/kinematics/measured_pose.hpp"
#include "gough/kinematics/projection.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

Robot fused_delta() {
  RobotDescription d = load_robot("delta").description;
  d.leg[0].element[1].sensor = JointSensorSpec{{}, 2e-5, {}, {}};
  d.leg[0].element[0].sensor = JointSensorSpec{{}, 1e-3, {}, {}};
  return assemble(d);
}

constexpr int kRows = 80;

// A recording of a motion about home with the sensors' noise, some of them off by a constant; `truth`: the actuators without noise.
std::string recording(const Robot& robot, bool passive, double wrong, MatX<double>& truth) {
  const std::vector<Sensor> all = sensors(robot);
  std::mt19937_64 random(71);
  std::normal_distribution<double> normal;
  KinematicsData<double> data(robot);
  truth.resize(kRows, static_cast<Eigen::Index>(robot.actuators.size()));
  std::string text = "t";
  for (const Sensor& s : all)
    if (passive || s.actuator >= 0) text += ",measured_q_" + s.name;
  for (const Actuator& a : robot.actuators) text += ",measured_tau_" + a.name;
  for (int k = 0; k < kRows; ++k) {
    Pose<double> pose = robot.home;
    pose.p += 0.05 * Vec3<double>(std::sin(0.1 * k), std::cos(0.13 * k), std::sin(0.07 * k));
    EXPECT_TRUE(project(robot, pose, data).ok());
    const VecX<double> q = sensor_readings(robot, all, data);
    truth.row(k) = q.head(truth.cols()).transpose();
    text += fmt::format("\n{}", 0.01 * k);
    for (std::size_t s = 0; s < all.size(); ++s) {
      const bool sits_on_motor = all[s].actuator >= 0;
      const double noise = all[s].sigma * normal(random);
      if (passive || sits_on_motor) text += fmt::format(",{}", q(static_cast<Eigen::Index>(s)) + noise + (sits_on_motor ? 0.0 : wrong));
    }
    for (std::size_t a = 0; a < robot.actuators.size(); ++a) text += ",0.5";
  }
  return text + "\n";
}

double off(const Robot& robot, const std::string& text, const MatX<double>& truth) {
  std::istringstream in(text);
  const MeasuredMotion motion = read_measured_motion(robot, in, "recording.csv");
  return (motion.qa - truth).norm() / std::sqrt(static_cast<double>(truth.size()));
}

// 80 samples of three actuators of 1 mrad: their mean square is known to √(2/240) = 9 %. The rods' encoders are fifty times better.
TEST(SensorFusion, OtherJointsMakeTheActuatorsPositionsBetter) {
  const Robot robot = fused_delta();
  ASSERT_GT(sensors(robot).size(), robot.actuators.size());
  MatX<double> truth;
  const double alone = off(robot, recording(robot, false, 0.0, truth), truth);
  EXPECT_NEAR(alone, 1e-3, 3e-4);
  const double fused = off(robot, recording(robot, true, 0.0, truth), truth);
  EXPECT_LT(fused, 0.3 * alone);
}

TEST(SensorFusion, ContradictionsAreRefusedWithTheirLine) {
  const Robot robot = fused_delta();
  MatX<double> truth;
  std::istringstream in(recording(robot, true, 0.3, truth));
  try {
    (void)read_measured_motion(robot, in, "recording.csv");
    FAIL() << "an encoder's zero is off by 0.3 rad";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("recording.csv:2"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("contradict each other"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace gough
