#include "gough/math/status.hpp"

#include <fmt/format.h>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "tests/crane.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

Status status_at(Robot& robot, const Pose<double>& start) {
  KinematicsData<double> data(robot);
  Pose<double> pose = start;
  return project(robot, pose, data).status;
}

Pose<double> shifted(const Robot& robot, const Vec3<double>& by, const Vec3<double>& turn_deg = Vec3<double>::Zero()) {
  Pose<double> pose = robot.home;
  pose.p += by;
  pose.R = rotation_from_rpy(turn_deg) * pose.R;
  return pose;
}

void free_strokes(Robot& robot) {
  for (Actuator& a : robot.actuators) {
    a.position_min = -kInfinity;
    a.position_max = kInfinity;
  }
}

class StatusOf : public test::Catalog {};

// Along every translation that can be steered; the others are pulled back onto the platform's manifold.
TEST_P(StatusOf, FarAwayIsUnreachableOrOutOfLimits) {
  for (const FreeComponent& c : robot.mobility.free) {
    if (c.angular) continue;
    for (double side : {50.0, -50.0})
      EXPECT_NE(status_at(robot, shifted(robot, side * robot.length * Vec3<double>::Unit(c.index))), Status::ok) << c.name;
  }
}

TEST_P(StatusOf, NotANumberIsUnreachable) {
  Pose<double> pose = robot.home;
  pose.p.x() = std::nan("");
  EXPECT_EQ(status_at(robot, pose), Status::unreachable);
  pose = robot.home;
  pose.R(1, 2) = kInfinity;
  EXPECT_EQ(status_at(robot, pose), Status::unreachable);
  KinematicsData<double> data(robot);
  VecX<double> qa = VecX<double>::Constant(robot.actuators.size(), std::nan(""));
  EXPECT_EQ(forward_geometry(robot, qa, pose, data).status, Status::unreachable);
}

// Whatever the pose, what is called ok holds no NaN, and its loops are closed.
TEST_P(StatusOf, OkMeansFiniteAndClosed) {
  std::mt19937_64 random(51);
  int answered = 0;
  for (int k = 0; k < 10 * test::samples; ++k) {
    KinematicsData<double> data(robot);
    const double scale = k % 3 == 0 ? 0.2 : k % 3 == 1 ? 1.0 : 3.0;
    Pose<double> pose = robot.home;
    pose.p += scale * robot.length * random_vector(3, random);
    pose.R = rotation_exp(scale * random_vector(3, random)) * pose.R;
    const Outcome outcome = project(robot, pose, data);
    if (!outcome.answered()) continue;
    ++answered;
    velocity(robot, random_vector(robot.mobility.n, random), data);
    acceleration(robot, random_vector(robot.mobility.n, random), data);
    EXPECT_TRUE(data.dqa.allFinite() && data.ddqa.allFinite() && data.dVN.allFinite());
    for (const LegData<double>& leg : data.legs) {
      EXPECT_LT(leg.residual.cwiseAbs().maxCoeff(), 1e-9 * std::max(1.0, robot.length));
      EXPECT_TRUE(leg.dq.allFinite() && leg.ddq.allFinite());
    }
  }
  EXPECT_GT(answered, 0);
}

// Targets out of any reach and wild targets end with a status, soon, and with a usable data object.
TEST_P(StatusOf, ForwardGeometryAlwaysAnswers) {
  std::mt19937_64 random(52);
  KinematicsData<double> data(robot);
  for (int k = 0; k < std::max(10, test::samples / 10); ++k) {
    VecX<double> qa = 3 * random_vector(static_cast<int>(robot.actuators.size()), random);
    Pose<double> pose = robot.home;
    const Outcome outcome = forward_geometry(robot, qa, pose, data);
    if (!outcome.answered()) continue;
    VecX<double> back(robot.actuators.size());
    actuated_positions(robot, data, back);
    for (std::size_t a = 0; a < robot.actuators.size(); ++a)
      EXPECT_NEAR(robot.actuators[a].revolute ? std::remainder(back(a) - qa(a), 2 * kPi) : back(a) - qa(a), 0.0, 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, StatusOf, ::testing::ValuesIn(catalog()), test::robot_name);

TEST(Status, GoughStewartTurnedByARightAngleIsType2) {
  Robot robot = load_robot("gough_stewart");
  free_strokes(robot);
  EXPECT_EQ(status_at(robot, shifted(robot, {0, 0, 0}, {0, 0, 90})), Status::type2_singular);  // Fichter's configuration
  EXPECT_EQ(status_at(robot, shifted(robot, {0, 0, 0}, {0, 0, 80})), Status::ok);
}

TEST(Status, FiveBarWithForearmsInLineIsType2) {
  // Forearms of 0.25 m in line: elbows half a metre apart at (±0.25, y), so the left arm stands at cos = -0.75 and E midway.
  RobotDescription d = load_robot("five_bar").description;
  d.platform.home.position.y() = 0.3;
  d.workspace.reset();
  for (LegSpec& leg : d.leg) {
    leg.element[1].length = 0.25;
    leg.element[1].body.reset();
    leg.element[0].actuator->limits.reset();
  }
  Robot robot = assemble(d);
  Pose<double> pose = robot.home;
  pose.p.y() = 0.2 * std::sqrt(1.0 - 0.75 * 0.75);
  EXPECT_EQ(status_at(robot, pose), Status::type2_singular);
  pose.p.y() += 0.02;
  EXPECT_EQ(status_at(robot, pose), Status::ok);
}

TEST(Status, StretchedLegIsType1) {
  Robot robot = load_robot("five_bar");
  free_strokes(robot);
  // left arm and forearm in line: E at 0.5 from P1 = (-0.1, 0)
  Pose<double> pose = robot.home;
  pose.p = Vec3<double>(-0.1 + 0.5 * std::cos(1.2), 0.5 * std::sin(1.2), 0);
  KinematicsData<double> data(robot);
  EXPECT_EQ(project(robot, pose, data).status, Status::type1_singular);
  pose = robot.home;
  pose.p = Vec3<double>(-0.1 + 0.501 * std::cos(1.2), 0.501 * std::sin(1.2), 0);
  EXPECT_EQ(project(robot, pose, data).status, Status::unreachable);
}

TEST(Status, ThreeUpuFoldedFlatIsConstraintSingular) {
  // With the platform in the base plane the three forbidden rotations lie in one plane: one of them is lost.
  Robot robot = load_robot("upu_3");
  free_strokes(robot);
  KinematicsData<double> data(robot);
  Pose<double> pose = robot.home;
  pose.p.z() = 0.0;
  EXPECT_EQ(project(robot, pose, data).status, Status::constraint_singular);
}

TEST(Status, BeyondTheStrokeIsOutOfLimits) {
  Robot robot = load_robot("gough_stewart");
  EXPECT_EQ(status_at(robot, shifted(robot, {0, 0, 0.3})), Status::out_of_limits);
}

// What went wrong before does not show afterwards: legs without a closed form find back.
TEST(Status, NewtonRecoversFromAnUnreachablePose) {
  Robot robot = load_robot("gough_stewart");
  for (Leg& leg : robot.legs) leg.solver = {};
  KinematicsData<double> data(robot);
  EXPECT_TRUE(position(robot, robot.home, data).ok());
  EXPECT_FALSE(position(robot, shifted(robot, {5, 5, 5}), data).ok());
  EXPECT_TRUE(position(robot, robot.home, data).ok());
  EXPECT_TRUE(position(robot, shifted(robot, {0.02, 0, 0.03}, {3, 0, 5}), data).ok());
}

// The damped Newton also serves legs that tie the platform to a manifold.
TEST(Status, NewtonLegsMayConstrainThePlatform) {
  for (const char* name : {"rps_3", "delta", "tricept", "five_bar"}) {
    const Robot robot = load_robot(name);
    RobotDescription d = robot.description;
    Robot newton = robot;
    for (Leg& leg : newton.legs) leg.solver = {};
    std::mt19937_64 random(53);
    KinematicsData<double> a(robot), b(newton);
    for (int k = 0; k < 20; ++k) {
      Pose<double> given = near_home(robot, 0.5, random), pose = given, other = given;
      ASSERT_TRUE(project(robot, pose, a).ok());
      ASSERT_TRUE(project(newton, other, b).ok()) << name;
      EXPECT_LT(test::pose_distance(robot, pose, other), 1e-10) << name;
    }
  }
}

TEST(Status, InverseGeometryNeverSaysOkToNaN) {
  Robot robot = load_robot("gough_stewart");
  free_strokes(robot);
  KinematicsData<double> data(robot);
  Pose<double> pose = robot.home;
  pose.p = robot.legs[0].joints[0].placement.p - robot.legs[0].tips[0].nacelle.frame.p;  // a strut of no length
  EXPECT_NE(inverse_geometry(robot, pose, data).status, Status::ok);
  pose = robot.home;
  pose.R *= 2.0;
  EXPECT_NE(inverse_geometry(robot, pose, data).status, Status::ok);
  const Robot quattro = load_robot("quattro");
  KinematicsData<double> other(quattro);
  pose = quattro.home;
  pose.z[0].c = std::nan("");
  EXPECT_NE(inverse_geometry(quattro, pose, other).status, Status::ok);
}

TEST(Status, EveryStatusHasAName) {
  for (Status s : {Status::ok, Status::unreachable, Status::type1_singular, Status::type2_singular, Status::constraint_singular,
                   Status::not_converged, Status::out_of_limits})
    EXPECT_NE(to_string(s), "unknown");
}

// How far a crane of any size is from a singularity is the same, though one motor counts metres and the other radians.
TEST(Status, DistancesOfMixedActuatorsAreWithoutScale) {
  std::vector<double> distances;
  for (const double size : {1e-3, 1.0, 1e3}) {
    const Robot robot = assemble(read_robot_text(test::crane_text(size, false), "crane.toml"));
    KinematicsData<double> data(robot);
    ASSERT_TRUE(position(robot, robot.home, data).ok());
    distances.push_back(actuation_distance(robot, data));
  }
  EXPECT_GT(distances[1], 0.05);
  EXPECT_NEAR(distances[0], distances[1], 1e-9);
  EXPECT_NEAR(distances[2], distances[1], 1e-9);
}

}  // namespace
}  // namespace gough
