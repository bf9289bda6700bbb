#include "gough/simulation/sensors.hpp"

#include "gough/kinematics/measured_pose.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/simulation/simulation.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// A Delta whose rods' joints have good encoders on the first leg.
Robot measured_delta() {
  RobotDescription d = load_robot("delta").description;
  d.leg[0].element[1].sensor = JointSensorSpec{{}, 2e-5, {}, {}};
  return assemble(d);
}

struct Truth {
  Truth(const Robot& r, std::mt19937_64& random) : robot(r), data(r), qa(r.actuators.size()) {
    state.pose = test::regular_pose(robot, random, data);
    state.Vr = random_vector(robot.mobility.n, random);
    velocity(robot, state.Vr, data);
    actuated_positions(robot, data, qa);
  }
  const Robot& robot;
  KinematicsData<double> data;
  MotionState state;
  VecX<double> qa;
};

// Mean square of the position's error of poses that are measured with noise, m².
double mean_square(const Robot& robot, const std::string& platform, double& expected, double& rates) {
  SensorSpec spec;
  spec.platform = platform;
  spec.noise = {1e-3};
  std::mt19937_64 random(61);
  Truth truth(robot, random);
  std::vector<Sensor> used = platform == "sensors" ? sensors(robot) : actuator_sensors(robot);
  for (Sensor& s : used)
    if (s.actuator >= 0) s.sigma = 1e-3;
  const Observability seen = observability(robot, used, truth.data);
  expected = seen.deviations(truth.data).head<3>().squaredNorm();
  Sensors measured(robot, &spec, 1e-3, 1e-3, 5);
  Measurement out(robot);
  double sum = 0.0;
  constexpr int kDraws = 400;
  for (int k = 0; k < kDraws; ++k) {
    measured.sample(1e-3 * k, truth.state, truth.qa, truth.data.dqa);
    EXPECT_TRUE(measured.measure(out).answered());
    sum += (out.pose.p - truth.state.pose.p).squaredNorm() / kDraws;
    rates = (out.Vr - truth.state.Vr).norm();
  }
  return sum;
}

// The scatter is that of the covariance: 400 draws of three squares are within √(2/400) of their mean if one direction has it all, four
// times that is 0.28.
TEST(Sensors, PoseFromAllSensorsScattersLess) {
  const Robot robot = measured_delta();
  double expected = 0.0, before = 0.0, rates = 0.0;
  const double alone = mean_square(robot, "encoders", before, rates);
  EXPECT_NEAR(alone / before, 1.0, 0.28);
  const double all = mean_square(robot, "sensors", expected, rates);
  EXPECT_NEAR(all / expected, 1.0, 0.28);
  EXPECT_LT(10.0 * all, alone);
  EXPECT_LT(rates, 0.05);  // rates are exact, at a pose that is off
}

TEST(Sensors, ReadingsOfOtherJointsComeBehindTheActuators) {
  const Robot robot = measured_delta();
  std::mt19937_64 random(62);
  Truth truth(robot, random);
  Sensors ideal(robot, nullptr, 1e-3, 1e-3, 5);
  ideal.sample(0.0, truth.state, truth.qa, truth.data.dqa);
  const VecX<double> expected = sensor_readings(robot, sensors(robot), truth.data);
  ASSERT_GT(expected.size(), truth.qa.size());
  ASSERT_EQ(ideal.readings().size(), expected.size());
  EXPECT_LT((ideal.readings() - expected).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Sensors, ScenariosControlByAllSensorsAndRecordThem) {
  const Robot robot = measured_delta();
  ScenarioSpec spec = read_scenario_text(R"(
duration = 0.1
[[trajectory.segment]]
line = { to = { x = 0.05, y = 0.0, z = -0.75 }, duration = 0.1 }
[controller]
type = "computed_torque"
rate = 500
[sensors]
platform = "sensors"
noise = [1e-4]
)",
                                         "sensors.toml");
  Simulation run(robot, spec, ".");
  while (run.step()) {
  }
  EXPECT_TRUE(run.outcome().ok()) << to_string(run.outcome().status);
  EXPECT_LT(run.totals().position_max, 2e-3);
  int columns = 0;
  for (const std::string& name : run.columns()) columns += name.starts_with("measured_q_");
  EXPECT_EQ(columns, static_cast<int>(sensors(robot).size()));
  EXPECT_GT(columns, 3);
}

TEST(Sensors, RefusesWhatDoesNotTellThePose) {
  RobotDescription d = load_robot("gough_stewart").description;
  d.underactuated = true;
  d.leg[0].element[0].actuator.reset();
  SensorSpec spec;
  spec.platform = "sensors";
  const Robot blind = assemble(d);
  try {
    const Sensors refused(blind, &spec, 1e-3, 1e-3, 5);
    FAIL() << "three struts of six do not tell the pose";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("do not tell its pose: nothing measures"), std::string::npos) << error.what();
  }
  d.leg[0].element[0].sensor = JointSensorSpec{{}, {}, 0.01, {}};
  const Robot seeing = assemble(d);
  EXPECT_NO_THROW(Sensors(seeing, &spec, 1e-3, 1e-3, 5));
}

}  // namespace
}  // namespace gough
