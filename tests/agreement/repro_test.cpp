#include <fmt/format.h>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/dynamics/states.hpp"
#include "tests/oracles/maximal_coordinates.hpp"

// Small robots outside the catalog, each of which failed once: tests/repro.
namespace gough {
namespace {

Robot repro(const std::string& name) { return load_robot(fmt::format("{}/tests/repro/{}.toml", GOUGH_SOURCE_DIR, name)); }

// A pose with its free coordinates, on the manifold.
Pose<double> pose_at(const Robot& robot, std::initializer_list<double> free, KinematicsData<double>& data) {
  const std::vector<double> values(free);
  Pose<double> pose = pose_from_free(robot, Eigen::Map<const VecX<double>>(values.data(), static_cast<Eigen::Index>(values.size())));
  EXPECT_TRUE(project(robot, pose, data).answered()) << robot.name;
  return pose;
}

class Repro : public ::testing::TestWithParam<std::string> {};

TEST_P(Repro, GivesWhatTheOracleGives) {
  const Robot robot = repro(GetParam());
  const bool driven = static_cast<int>(robot.actuators.size()) >= robot.mobility.n;
  std::mt19937_64 random(301);
  DynamicsData<double> data(robot);
  for (int s = 0; s < 5; ++s) {
    test::State state(robot, random);
    const oracle::Solution truth = oracle::inverse_dynamics(robot, state.load, state.kinematics, state.Vr, state.dVr);
    const VecX<double> force = state.kinematics.Jinv.transpose() * truth.effort;
    const VecX<double> effort = shortest_solution(state.kinematics.Jinv.transpose(), force).x;
    if (driven) {
      const auto expect_efforts = [&](char name) { EXPECT_LT(test::relative_error(data.effort, effort), 1e-8) << name; };
      elements::inverse_dynamics(robot, state.load, state.kinematics, data);
      expect_efforts('E');
      virtual_work::inverse_dynamics(robot, state.load, state.kinematics, data);
      expect_efforts('V');
      platform_legs::inverse_dynamics(robot, state.load, state.kinematics, data);
      expect_efforts('P');
      orthogonal_complement::inverse_dynamics(robot, state.load, state.kinematics, data);
      expect_efforts('N');
    }
    const VecX<double> given = driven ? effort : VecX<double>(random_vector(static_cast<int>(robot.actuators.size()), random));
    const oracle::Solution direct = oracle::direct_dynamics(robot, state.load, state.kinematics, state.Vr, given);
    platform_legs::direct_dynamics(robot, state.load, given, state.kinematics, data);
    acceleration(robot, data.acceleration, state.kinematics);
    const int platform = oracle::body_index(robot, -1, 0);
    EXPECT_LT(test::relative_error(state.kinematics.dVN.segment<3>(3), direct.acceleration.segment<3>(6 * platform + 3)), 1e-8);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Repro,
                         ::testing::Values("arm_with_spindle", "bricard_1_3_ok", "bricard_2_2", "copies_3prr", "cs3_refused",
                                           "cs3_unreachable", "free_rotation", "screw_on_revolute", "serial_2r", "serial_3r",
                                           "seven_freedoms", "spindle_off_line_mass", "spindle_on_revolute"),
                         [](const auto& info) { return info.param; });

// One robot, a C joint's origin moved along its own axis: the same answers, in closed form.
TEST(Repro, CylindricalJointsOriginHasNoSay) {
  const Robot a = repro("cs3_refused"), b = repro("cs3_unreachable");
  KinematicsData<double> ka(a), kb(b);
  DynamicsData<double> da(a), db(b);
  std::mt19937_64 random(302);
  for (const Robot* robot : {&a, &b})
    for (const Leg& leg : robot->legs) EXPECT_TRUE(leg.solver.closed_form);
  for (int s = 0; s < 20; ++s) {
    Pose<double> pose;
    ASSERT_TRUE(sample_pose(a, 1.0, 1e-2, random, pose, ka).ok());
    const VecX<double> V = random_vector(3, random), A = random_vector(3, random);
    Pose<double> same = pose;
    ASSERT_TRUE(project(b, same, kb).ok());
    EXPECT_LT(test::pose_distance(a, pose, same), 1e-12);
    ASSERT_TRUE(inverse_dynamics(a, Formulation::elements, {}, pose, V, A, ka, da).answered());
    ASSERT_TRUE(inverse_dynamics(b, Formulation::elements, {}, same, V, A, kb, db).answered());
    EXPECT_LT(test::relative_error(da.effort, db.effort), 1e-10);
  }
}

// Two joints with skew axes: Newton, not a root that folds where the leg is regular.
TEST(Repro, SkewPairsHaveNoClosedForm) {
  for (const Leg& leg : repro("bricard_2_2").legs) EXPECT_FALSE(leg.solver.closed_form);
  for (const Leg& leg : repro("free_rotation").legs) EXPECT_FALSE(leg.solver.closed_form);
}

// rx, ry, rz are the rotation vector from home in world axes; what is asked of the free ones is what is got.
TEST(Repro, FreeRotationsComeBack) {
  const Robot robot = repro("free_rotation");
  KinematicsData<double> data(robot);
  for (const double turn : {0.01, 0.15, -0.2}) {
    const Pose<double> pose = pose_at(robot, {robot.home.p.z(), turn, turn}, data);
    const Vec3<double> phi = rotation_vector(pose.R * robot.home.R.transpose());
    EXPECT_NEAR(phi.x(), turn, 1e-12);
    EXPECT_NEAR(phi.y(), turn, 1e-12);
    EXPECT_NEAR(pose.p.z(), robot.home.p.z(), 1e-12);
  }
}

// A leg whose joints are dependent at home is refused by name; before, that ended in a double free.
TEST(Repro, SingularSerialLegIsNamed) {
  try {
    repro("serial_rrrp");
    FAIL() << "a singular leg was taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("leg 'leg1' is singular at home"), std::string::npos) << error.what();
  }
}

TEST(Repro, SerialArmOfThreeRevolutes) {
  const Robot robot = repro("serial_3r");
  EXPECT_EQ(robot.mobility.n, 3);
  EXPECT_EQ(robot.mobility.grubler, 3);
}

// Copies of a leg that starts straight: one working mode, bent to the positive side.
TEST(Repro, CopiesAreInOneWorkingMode) {
  const Robot robot = repro("copies_3prr");
  for (const Actuator& a : robot.actuators) EXPECT_NEAR(a.home, std::sqrt(0.35 * 0.35 - 0.3 * 0.3), 1e-12) << a.name;
  RobotDescription negative = robot.description;
  negative.leg[0].element[0].home_length = -0.1;
  for (const Actuator& a : assemble(negative).actuators) EXPECT_NEAR(a.home, -std::sqrt(0.35 * 0.35 - 0.3 * 0.3), 1e-12) << a.name;
}

// Where the arm starts to be closed says which way it bends, not what the angle of the rod behind it counts from.
TEST(Repro, ZerosOfPassiveAnglesDoNotMoveWithTheStart) {
  RobotDescription d = load_robot("five_bar").description;
  for (const double start : {0.0, 10.0, 20.0}) {
    for (LegSpec& leg : d.leg) leg.element[0].home_deg = {start};
    const Robot robot = assemble(d);
    for (const Leg& leg : robot.legs) EXPECT_NEAR(leg.joints[1].home_value, 0.0, 1e-12) << leg.name << " from " << start;
  }
}

// A free joint of the nacelle is placed where it is asked to be, the platform's six freedoms kept.
TEST(Repro, FreeNacelleJointIsKept) {
  const Robot robot = repro("seven_freedoms");
  ASSERT_EQ(robot.mobility.n, 7);
  KinematicsData<double> data(robot);
  Pose<double> pose = robot.home;
  pose.z[0] = revolute_position(0.2);
  ASSERT_TRUE(project_whole(robot, pose, data).answered());
  EXPECT_NEAR(std::atan2(pose.z[0].s, pose.z[0].c), 0.2, 1e-15);
}

// A whole pose that closes is kept to the last digit, the joints of the nacelle found for it.
TEST(Repro, WholePosesOfArticulatedNacellesAreKept) {
  for (const char* name : {"h4", "quattro", "delta4"}) {
    const Robot robot = load_robot(name);
    KinematicsData<double> data(robot);
    std::mt19937_64 random(303);
    for (int s = 0; s < 20; ++s) {
      Pose<double> pose;
      ASSERT_TRUE(sample_pose(robot, 0.9, 1e-2, random, pose, data).ok());
      Pose<double> again = pose;
      again.z = robot.home.z;
      ASSERT_TRUE(project_whole(robot, again, data).ok()) << name;
      EXPECT_EQ((again.p - pose.p).norm(), 0.0);
      EXPECT_EQ((again.R - pose.R).norm(), 0.0);
      EXPECT_LT(test::pose_distance(robot, again, pose), 1e-9) << name;
    }
  }
}

}  // namespace
}  // namespace gough
