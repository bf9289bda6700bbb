#include "gough/math/status.hpp"

#include "gough/kinematics/forward_geometry.hpp"
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

TEST_P(StatusOf, FarAwayIsUnreachableOrOutOfLimits) {
  for (const Vec3<double>& direction : {Vec3<double>(1, 0, 0), Vec3<double>(0, 1, 0), Vec3<double>(0, 0, -1)}) {
    const Status status = status_at(robot, shifted(robot, 50 * robot.length * direction));
    if (robot.name == "agile_eye" && status == Status::ok) continue;  // its centre is pulled back: positions are not free there
    EXPECT_NE(status, Status::ok);
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
  Robot robot = load_robot("five_bar");
  free_strokes(robot);
  // arms upright: elbows 0.2 apart at height 0.2 cannot be stretched to 0.6; open them outwards instead
  // elbows at (-0.3, y) and (0.3, y), E between them: the arms then point along -x and +x
  Pose<double> pose = robot.home;
  pose.p = Vec3<double>(0, 0, 0);
  pose.R = rotation_from_rpy({0, 0, 0});
  KinematicsData<double> data(robot);
  // approach from above: E sinks towards the line of the elbows
  Status last = Status::ok;
  for (double y = 0.36; y > -1e-9; y -= 0.01) {
    pose.p.y() = std::max(y, 0.0);
    last = project(robot, pose, data).status;
    if (last != Status::ok && last != Status::out_of_limits) break;
  }
  EXPECT_TRUE(last == Status::type2_singular || last == Status::type1_singular) << to_string(last);
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

TEST(Status, EveryStatusHasAName) {
  for (Status s : {Status::ok, Status::unreachable, Status::type1_singular, Status::type2_singular, Status::constraint_singular,
                   Status::not_converged, Status::out_of_limits})
    EXPECT_NE(to_string(s), "unknown");
}

}  // namespace
}  // namespace gough
