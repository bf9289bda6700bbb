#include "gough/assembly/actuator_builder.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/reactions.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

TEST(NacelleActuators, StandBehindThoseOfTheLegs) {
  const Robot robot = load_robot("tricept_wrist");
  ASSERT_EQ(robot.actuators.size(), 5u);
  EXPECT_EQ(robot.actuators[3].name, "wrist1");
  EXPECT_EQ(robot.actuators[4].name, "wrist2");
  EXPECT_EQ(driven_joint(robot, robot.actuators[4]).name, "wrist2");
  EXPECT_EQ(driven_part(robot, robot.actuators[4]), "spindle");
  EXPECT_EQ(robot.mobility.n, 5);
  EXPECT_NEAR(robot.mobility.free[4].max, radians(110.0), 1e-15);  // the motor's range is that of the workspace
}

RobotDescription with_motor(const ActuatorSpec& motor) {
  RobotDescription out = load_robot("tricept_wrist").description;
  out.nacelle->joint[1].actuator = motor;
  return out;
}

TEST(NacelleActuators, RefuseWhatTheyCannotDrive) {
  ActuatorSpec motor;
  motor.drives = "length";
  EXPECT_THROW((void)assemble(with_motor(motor)), InputError);
  motor.drives = "spin";
  EXPECT_NO_THROW((void)assemble(with_motor(motor)));
  motor.name = "wrist1";  // of the other motor
  EXPECT_THROW((void)assemble(with_motor(motor)), InputError);
}

// A wrist alone, its platform held by struts that do not move: the efforts are those of a serial arm.
TEST(NacelleActuators, HoldWhatHangsOnThem) {
  const Robot robot = load_robot("tricept_wrist");
  KinematicsData<double> k(robot);
  DynamicsData<double> d(robot);
  Pose<double> pose = robot.home;
  const double swivel = 0.7, tilt = -0.9;
  pose.z[0] = revolute_position(swivel);
  pose.z[1] = revolute_position(tilt);
  const VecX<double> rest = VecX<double>::Zero(5);
  for (const Formulation f :
       {Formulation::elements, Formulation::virtual_work, Formulation::platform_legs, Formulation::orthogonal_complement}) {
    ASSERT_TRUE(inverse_dynamics(robot, f, {}, pose, rest, rest, k, d).ok());
    // 4 kg, 0.08 m below the axis of the tilt at home; the swivel's axis is vertical
    EXPECT_NEAR(d.effort(3), 0.0, 1e-12);
    EXPECT_NEAR(d.effort(4), 4.0 * 9.81 * 0.08 * std::sin(tilt), 1e-12);
  }
}

// The motor's rotor turns with its joint: its inertia at the joint is what it adds.
TEST(NacelleActuators, MoveTheirRotors) {
  ActuatorSpec motor;
  const Robot light = assemble(with_motor(motor));
  motor.rotor_inertia = 6e-5;
  motor.gear_ratio = 80.0;
  const Robot heavy = assemble(with_motor(motor));
  KinematicsData<double> k(light);
  DynamicsData<double> a(light), b(heavy);
  VecX<double> rest = VecX<double>::Zero(5), turning = rest;
  turning(4) = 2.0;
  for (const Formulation f :
       {Formulation::elements, Formulation::virtual_work, Formulation::platform_legs, Formulation::orthogonal_complement}) {
    ASSERT_TRUE(inverse_dynamics(light, f, {}, light.home, rest, turning, k, a).ok());
    ASSERT_TRUE(inverse_dynamics(heavy, f, {}, heavy.home, rest, turning, k, b).ok());
    EXPECT_NEAR(b.effort(4) - a.effort(4), 6e-5 * 80.0 * 80.0 * 2.0, 1e-12);
    EXPECT_LT((b.effort - a.effort).head(4).cwiseAbs().maxCoeff(), 1e-11);
  }
}

TEST(NacelleActuators, AreReadByForwardGeometry) {
  const Robot robot = load_robot("tricept_wrist");
  KinematicsData<double> k(robot);
  std::mt19937_64 random(3);
  for (int sample = 0; sample < 20; ++sample) {
    Pose<double> pose, found = robot.home;
    ASSERT_TRUE(sample_pose(robot, 0.9, 1e-2, random, pose, k).ok());
    VecX<double> qa(5);
    actuated_positions(robot, k, qa);
    ASSERT_TRUE(forward_geometry(robot, qa, found, k).ok());
    EXPECT_LT(test::pose_distance(robot, pose, found), 1e-9);
  }
}

}  // namespace
}  // namespace gough
