#include "gough/kinematics/measured_pose.hpp"

#include "gough/kinematics/projection.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// The robot with a sensor on every joint, more or less exact.
Robot measured_everywhere(Robot robot, std::mt19937_64& random) {
  const auto measure = [&](Joint& joint) {
    joint.sensor = 1e-5 * std::pow(10.0, random_vector(1, random)(0)) * (joint.revolute ? 1.0 : robot.length);
  };
  for (Leg& leg : robot.legs)
    for (Joint& joint : leg.joints) measure(joint);
  for (Joint& joint : robot.nacelle.joints) measure(joint);
  return robot;
}

// One of every tenth family, of all in long sweeps.
std::vector<Robot> random_robots(std::mt19937_64& random) {
  const std::vector<std::string>& families = test::robot_families();
  std::vector<Robot> out;
  for (std::size_t k = 0; k<families.size(); k += test::samples> 100 ? 1 : 10)
    out.push_back(measured_everywhere(assemble(read_robot_text(test::random_robot(families[k], random), families[k])), random));
  return out;
}

class MeasuredPoses : public test::Catalog {};

// Rows against differences of the readings between poses on the manifold. A step of h leaves h² of the third derivative, of size 1 over the
// square of the distance from a singularity (1e-2), and rounding of the projection, 1e-13 / h.
TEST_P(MeasuredPoses, JacobianIsTheDerivativeOfTheReadings) {
  std::mt19937_64 random(31);
  const Robot measured = measured_everywhere(robot, random);
  const std::vector<Sensor> all = sensors(measured);
  KinematicsData<double> data(measured), beside(measured);
  const Pose<double> pose = test::regular_pose(measured, random, data);
  const MatX<double> J = sensor_jacobian(measured, all, data), Psi = data.Psi;
  constexpr double h = 1e-5;
  for (int k = 0; k < measured.mobility.n; ++k) {
    const double unit = measured.mobility.free[k].angular ? 1.0 : measured.length;
    VecX<double> sides[2];
    for (int side : {0, 1}) {
      Pose<double> near = moved(measured, pose, (side == 0 ? -h : h) * unit * Psi.col(k));
      ASSERT_TRUE(project_near(measured, near, beside).has_position());
      sides[side] = sensor_readings(measured, all, beside);
      // the projection keeps rotation vectors from home, the step is an angular velocity: what the pose really moved by
      const NacelleStep step = step_between(measured, pose, near);
      VecX<double> free(measured.mobility.n);
      for (int c = 0; c < measured.mobility.n; ++c) free(c) = step(measured.mobility.free[c].index);
      sides[side] -= J * free;
    }
    VecX<double> left = sides[1] - sides[0];
    for (std::size_t s = 0; s < all.size(); ++s) {
      const double size = (all[s].revolute ? 1.0 : measured.length);
      double& x = left(static_cast<Eigen::Index>(s));
      x = (all[s].revolute ? std::remainder(x, 2.0 * kPi) : x) / size;
    }
    EXPECT_LT(left.cwiseAbs().maxCoeff(), 2.0 * h * (h * 1e4 * 1e-2 + 1e-6)) << "component " << measured.mobility.free[k].name;
  }
}

TEST_P(MeasuredPoses, ExactReadingsGiveThePose) {
  std::mt19937_64 random(32);
  const Robot measured = measured_everywhere(robot, random);
  const std::vector<Sensor> all = sensors(measured);
  KinematicsData<double> data(measured), other(measured);
  for (int k = 0; k < 5; ++k) {
    const Pose<double> pose = test::regular_pose(measured, random, data);
    const MeasuredPose found = measured_pose(measured, all, sensor_readings(measured, all, data), measured.home, other);
    ASSERT_EQ(found.status, SightStatus::ok) << to_string(found.status);
    EXPECT_LT(test::pose_distance(measured, pose, found.pose), 1e-9 * std::max(1.0, measured.length));
    EXPECT_LT(found.square, 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, MeasuredPoses, ::testing::ValuesIn(catalog()), test::robot_name);

// Mean of the squared error over its covariance, per freedom: 1, and with 500 draws 1 ± √(2 / 500 n).
double normalised_error(const Robot& robot, const std::vector<Sensor>& chosen, const Pose<double>& pose, std::mt19937_64& random) {
  KinematicsData<double> data(robot), other(robot);
  Pose<double> true_pose = pose;
  EXPECT_TRUE(project_near(robot, true_pose, data).has_position());
  const VecX<double> exact = sensor_readings(robot, chosen, data);
  std::normal_distribution<double> normal;
  double sum = 0.0;
  constexpr int kDraws = 500;
  for (int draw = 0; draw < kDraws; ++draw) {
    VecX<double> readings = exact;
    for (Eigen::Index s = 0; s < readings.size(); ++s) readings(s) += chosen[static_cast<std::size_t>(s)].sigma * normal(random);
    const MeasuredPose found = measured_pose(robot, chosen, readings, pose, other);
    EXPECT_EQ(found.status, SightStatus::ok);
    if (found.status != SightStatus::ok) return kInfinity;
    const NacelleStep step = step_between(robot, true_pose, found.pose);
    VecX<double> free(robot.mobility.n), units(robot.mobility.n);
    for (int c = 0; c < robot.mobility.n; ++c) {
      free(c) = step(robot.mobility.free[c].index);
      units(c) = std::sqrt(found.seen.covariance(c, c));
    }
    const MatX<double> scaled = units.cwiseInverse().asDiagonal() * found.seen.covariance * units.cwiseInverse().asDiagonal();
    const VecX<double> whole = free.cwiseQuotient(units);
    sum += whole.dot(positive_solver(scaled)(whole));
  }
  return sum / kDraws / robot.mobility.n;
}

class NoisyPoses : public ::testing::TestWithParam<std::string> {};

TEST_P(NoisyPoses, ScatterAsTheCovarianceSays) {
  std::mt19937_64 random(33);
  const Robot robot = measured_everywhere(load_robot(GetParam()), random);
  KinematicsData<double> data(robot);
  const Pose<double> pose = test::regular_pose(robot, random, data);
  const double all = normalised_error(robot, sensors(robot), pose, random);
  const double actuators = normalised_error(robot, actuator_sensors(robot), pose, random);
  RecordProperty("all", std::to_string(all));
  RecordProperty("actuators", std::to_string(actuators));
  EXPECT_GT(all, 0.8);
  EXPECT_LT(all, 1.2);
  EXPECT_GT(actuators, 0.8);
  EXPECT_LT(actuators, 1.2);
}

INSTANTIATE_TEST_SUITE_P(Robots, NoisyPoses, ::testing::Values("delta", "five_bar", "gough_stewart", "rps_3", "quattro", "tricept_wrist"),
                         test::robot_name);

TEST(MeasuredPose, ScattersAsTheCovarianceSaysForRandomRobots) {
  std::mt19937_64 random(34);
  double least = kInfinity, most = 0.0;
  int robots = 0;
  for (const Robot& robot : random_robots(random)) {
    KinematicsData<double> data(robot);
    Pose<double> pose = robot.home;
    ASSERT_TRUE(position(robot, pose, data).has_position());
    const double error = normalised_error(robot, sensors(robot), pose, random);
    EXPECT_GT(error, 0.8) << robot.name;
    EXPECT_LT(error, 1.2) << robot.name;
    least = std::min(least, error);
    most = std::max(most, error);
    ++robots;
  }
  RecordProperty("range", std::to_string(least) + " " + std::to_string(most));
  EXPECT_GE(robots, 8);
}

TEST(MeasuredPose, OneMoreSensorShrinksTheCovarianceByItsShare) {
  std::mt19937_64 random(35);
  for (const char* name : {"gough_stewart", "delta", "prs_3"}) {
    const Robot robot = load_robot(name);
    KinematicsData<double> data(robot);
    test::regular_pose(robot, random, data);
    const Observability before = observability(robot, sensors(robot), data);
    ASSERT_TRUE(before.observable());
    EXPECT_NEAR(gain(before, before), 1.0, 1e-12);
    for (const Sensor& sensor : possible_sensors(robot)) {
      std::vector<Sensor> more = sensors(robot);
      more.push_back(sensor);
      const Observability after = observability(robot, more, data);
      // det P / det P' = 1 + h P hᵀ / σ², the matrix determinant lemma
      const VecX<double> h = sensor_jacobian(robot, {sensor}, data).row(0).transpose();
      const double share = 1.0 + h.dot(before.covariance * h) / (sensor.sigma * sensor.sigma);
      EXPECT_NEAR(std::pow(gain(before, after), 2.0 * robot.mobility.n), share, 1e-9 * share) << name << " " << sensor.name;
    }
  }
}

TEST(MeasuredPose, NamesTheMotionThatIsNotSeen) {
  std::mt19937_64 random(36);
  const Robot robot = load_robot("gough_stewart");
  KinematicsData<double> data(robot), other(robot);
  const Pose<double> pose = test::regular_pose(robot, random, data);
  std::vector<Sensor> five = actuator_sensors(robot);
  five.pop_back();
  const Observability seen = observability(robot, five, data);
  EXPECT_FALSE(seen.observable());
  EXPECT_FALSE(motion_words(robot, seen.unseen).empty());
  // along it the five lengths stand still: the second order is left
  const VecX<double> before = sensor_readings(robot, five, data);
  constexpr double h = 1e-5;
  ASSERT_TRUE(position(robot, moved(robot, pose, h * seen.unseen), other).has_position());
  EXPECT_LT((sensor_readings(robot, five, other) - before).cwiseAbs().maxCoeff(), 100.0 * h * h);
  EXPECT_GT((sensor_readings(robot, sensors(robot), other) - sensor_readings(robot, sensors(robot), data)).cwiseAbs().maxCoeff(), 0.01 * h);
  const MeasuredPose found = measured_pose(robot, five, before, pose, other);
  EXPECT_EQ(found.status, SightStatus::unobservable);
}

TEST(MeasuredPose, PassiveSensorsReplaceAnEncoder) {
  std::mt19937_64 random(37);
  const Robot robot = load_robot("gough_stewart");
  KinematicsData<double> data(robot), other(robot);
  const Pose<double> pose = test::regular_pose(robot, random, data);
  std::vector<Sensor> chosen = actuator_sensors(robot);
  chosen.pop_back();
  EXPECT_FALSE(observability(robot, chosen, data).observable());
  chosen.push_back(possible_sensors(robot).front());
  EXPECT_TRUE(observability(robot, chosen, data).observable());
  const MeasuredPose found = measured_pose(robot, chosen, sensor_readings(robot, chosen, data), robot.home, other);
  ASSERT_EQ(found.status, SightStatus::ok);
  EXPECT_LT(test::pose_distance(robot, pose, found.pose), 1e-9);
}

// A five-bar without its second motor: where it is, its motor does not tell, an elbow's encoder does.
TEST(MeasuredPose, PassiveSensorsTellThePoseOfUnderActuatedRobots) {
  RobotDescription d = load_robot("five_bar").description;
  d.underactuated = true;
  d.leg[1].element[0].actuator.reset();
  d.leg[0].element[1].sensor = JointSensorSpec{{}, 1e-4, {}, {}};
  const Robot robot = assemble(d);
  std::mt19937_64 random(40);
  KinematicsData<double> data(robot), other(robot);
  const Pose<double> pose = test::regular_pose(robot, random, data);
  EXPECT_FALSE(observability(robot, actuator_sensors(robot), data).observable());
  const MeasuredPose found = measured_pose(robot, sensors(robot), sensor_readings(robot, sensors(robot), data), robot.home, other);
  ASSERT_EQ(found.status, SightStatus::ok);
  EXPECT_LT(test::pose_distance(robot, pose, found.pose), 1e-9);
  EXPECT_EQ(gain(observability(robot, actuator_sensors(robot), data), found.seen), kInfinity);
}

TEST(MeasuredPose, ContradictingReadingsDoNotConverge) {
  std::mt19937_64 random(38);
  const Robot robot = measured_everywhere(load_robot("delta"), random);
  const std::vector<Sensor> all = sensors(robot);
  KinematicsData<double> data(robot), other(robot);
  const Pose<double> pose = test::regular_pose(robot, random, data);
  VecX<double> readings = sensor_readings(robot, all, data);
  readings(0) += 0.2;
  const MeasuredPose found = measured_pose(robot, all, readings, pose, other);
  EXPECT_EQ(found.status, SightStatus::not_converged);
  readings(0) = std::nan("");
  EXPECT_EQ(measured_pose(robot, all, readings, pose, other).status, SightStatus::unreachable);
}

TEST(MeasuredPose, RatesGiveTheTwistWithItsCovariance) {
  std::mt19937_64 random(39);
  for (const char* name : {"gough_stewart", "h4", "rps_3"}) {
    const Robot robot = measured_everywhere(load_robot(name), random);
    const std::vector<Sensor> all = sensors(robot);
    KinematicsData<double> data(robot);
    test::regular_pose(robot, random, data);
    const VecX<double> Vr = random_vector(robot.mobility.n, random);
    velocity(robot, Vr, data);
    VecX<double> rates(static_cast<Eigen::Index>(all.size())), sigma(rates.size());
    for (std::size_t s = 0; s < all.size(); ++s) {
      const auto k = static_cast<Eigen::Index>(s);
      rates(k) = all[s].leg < 0 ? data.VN(robot.nacelle.column(all[s].joint + 1)) : data.legs[all[s].leg].dq(all[s].joint);
      sigma(k) = 10.0 * all[s].sigma;
    }
    const auto exact = measured_twist(robot, all, rates, sigma, data);
    ASSERT_TRUE(exact);
    EXPECT_LT((exact->Vr - Vr).norm(), 1e-10);
    std::normal_distribution<double> normal;
    double sum = 0.0;
    for (int draw = 0; draw < 500; ++draw) {
      VecX<double> noisy = rates;
      for (Eigen::Index k = 0; k < noisy.size(); ++k) noisy(k) += sigma(k) * normal(random);
      const VecX<double> off = measured_twist(robot, all, noisy, sigma, data)->Vr - Vr;
      sum += off.dot(positive_solver(exact->covariance)(off));
    }
    EXPECT_NEAR(sum / 500 / robot.mobility.n, 1.0, 0.2) << name;
  }
}

}  // namespace
}  // namespace gough
