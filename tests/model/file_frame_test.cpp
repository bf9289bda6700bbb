#include "gough/model/file_frame.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/kinematics/element_motion.hpp"
#include "gough/model/names.hpp"
#include "gough/simulation/wrench_profile.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

using V3 = Vec3<double>;

// Efforts at home under a force at a point of a body in the axes of its file; the robots here weigh nothing.
VecX<double> efforts(const Robot& robot, const std::string& body, const V3& at, const V3& force) {
  const auto index = find_body(robot, body, {});
  Load load;
  load.wrenches.push_back({index.leg, index.body, file_frame(robot, index).point(at), force, V3::Zero()});
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  const VecX<double> zero = VecX<double>::Zero(robot.mobility.n);
  EXPECT_TRUE(inverse_dynamics(robot, Formulation::platform_legs, load, robot.home, zero, zero, k, data).ok());
  return data.effort;
}

// An element's axes by hand: x along it, z the part of its joint's axis across it.
Mat3<double> element_axes(const V3& along, const V3& joint_axis) {
  const V3 x = along.normalized(), z = (joint_axis - joint_axis.dot(x) * x).normalized();
  Mat3<double> out;
  out << x, z.cross(x), z;
  return out;
}

// Effort of a revolute joint against a force at a point: −(r × F)·axis.
double torque(const V3& r, const V3& force, const V3& axis) { return -r.cross(force).dot(axis.normalized()); }

const V3 kPoint(0.2, 0.1, -0.3), kForce(1.0, -2.0, 0.5);

TEST(FileFrame, BarOnATurnedAxis) {
  const Robot robot = assemble(read_robot_file(GOUGH_SOURCE_DIR "/tests/repro/wrench_on_at.toml"));
  const V3 axis(-4, 3, 1);
  const Mat3<double> R = element_axes({3, 4, 0}, axis);
  EXPECT_NEAR(efforts(robot, "leg1.bar", kPoint, kForce)(0), torque(R * kPoint, kForce, axis), 1e-10);  // a picogram of its own
  const RigidBody body = body_in_file_frame(robot, {0, 0});
  EXPECT_LT((body.com - V3(0.2, 0.1, 0)).norm(), 1e-15);
}

TEST(FileFrame, ElementInsideAChain) {
  const Robot robot = assemble(read_robot_text(R"(
name = "chain"
[platform]
home = { position = [1.0, 0.3, 0.4] }
[[leg]]
tip = [{ joint = "rigid", at = [0, 0, 0] }]
[[leg.element]]
name = "first"
type = "bar"
axis = [0, 0, 1]
direction = [1, 0, 0]
length = 1.0
actuator = {}
[[leg.element]]
name = "second"
type = "bar"
axis = [1, 1, -1]
direction = [0, 3, 4]
length = 0.5
actuator = {}
)",
                                               "chain"));
  const Mat3<double> R = element_axes({0, 3, 4}, {1, 1, -1});
  const V3 elbow(1, 0, 0), arm = R * kPoint;
  const VecX<double> tau = efforts(robot, "leg1.second", kPoint, kForce);
  EXPECT_NEAR(tau(0), torque(elbow + arm, kForce, V3::UnitZ()), 1e-14);
  EXPECT_NEAR(tau(1), torque(arm, kForce, {1, 1, -1}), 1e-14);
}

TEST(FileFrame, EndBodyOfARail) {
  const Robot robot = assemble(read_robot_text(R"(
name = "rail"
[platform]
home = { position = [0.6, 0.4, 0.0] }
[[leg]]
tip = [{ joint = "rigid", at = [0, 0, 0] }]
[[leg.element]]
name = "arm"
type = "bar"
axis = [0, 0, 1]
direction = [1, 0, 0]
length = 0.3
actuator = {}
[[leg.element]]
name = "slide"
type = "telescopic"
joint = "fixed"
direction = [3, 4, 0]
actuator = {}
)",
                                               "rail"));
  const Mat3<double> R = element_axes({3, 4, 0}, V3::UnitZ());
  const V3 B(0.6, 0.4, 0.0);
  const VecX<double> tau = efforts(robot, "leg1.slide", kPoint, kForce);
  EXPECT_NEAR(tau(0), torque(B + R * kPoint, kForce, V3::UnitZ()), 1e-14);
  EXPECT_NEAR(tau(1), -kForce.dot(R.col(0)), 1e-14);
}

TEST(FileFrame, JointByXyzAndRpy) {
  const Mat3<double> R = rotation_from_rpy({30, -40, 50});
  RobotDescription d = read_robot_text(R"(
name = "tilted"
[platform]
home = { position = [0, 0, 0] }
[[leg]]
tip = [{ joint = "rigid", at = [0, 0, 0], end = [0.3, 0, 0] }]
[[leg.joint]]
name = "hinge"
type = "R"
xyz = [0.1, 0.2, 0.3]
rpy_deg = [30, -40, 50]
axis = [1, 2, 3]
body = { mass = 1e-14, com = [0.1, 0.2, 0.3] }
actuator = {}
)",
                                       "tilted");
  d.platform.home.position = V3(0.1, 0.2, 0.3) + R * V3(0.3, 0, 0);
  const Robot robot = assemble(d);
  EXPECT_NEAR(efforts(robot, "leg1.hinge", kPoint, kForce)(0), torque(R * kPoint, kForce, R * V3(1, 2, 3)), 1e-12);
  EXPECT_LT((body_in_file_frame(robot, {0, 0}).com - V3(0.1, 0.2, 0.3)).norm(), 1e-14);
}

// A strut's body stands at its anchor, its end body at the ball, both with x along the strut, at any pose.
TEST(FileFrame, StrutsOfAHexapod) {
  const Robot robot = load_robot("gough_stewart");
  std::mt19937_64 random(1);
  KinematicsData<double> data(robot);
  test::regular_pose(robot, random, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    const ElementMotion<double> strut = element_motion(leg, leg.elements[0], data.legs[i]);
    const Placement<double> body = data.legs[i].body[1] * leg.joints[1].file_frame, end = data.legs[i].body[2] * leg.joints[2].file_frame;
    EXPECT_LT((body.p - strut.A).norm() + (end.p - strut.B).norm(), 1e-12);
    EXPECT_LT((body.R.col(0) - strut.x).norm() + (end.R.col(0) - strut.x).norm(), 1e-12);
  }
}

TEST(FileFrame, NacelleBodiesHaveThePlatformsAxesAtHome) {
  const Robot robot = load_robot("quattro");
  KinematicsData<double> data(robot);
  ASSERT_TRUE(position(robot, robot.home, data).ok());
  for (int b = 1; b < static_cast<int>(robot.nacelle.body_names.size()); ++b) {
    const Placement<double> frame = data.nacelle.body[b] * file_frame(robot, {-1, b});
    EXPECT_LT((frame.R - robot.home.R).norm(), 1e-14);
  }
}

TEST(FileFrame, ScenarioWrenches) {
  const Robot robot = assemble(read_robot_file(GOUGH_SOURCE_DIR "/tests/repro/wrench_on_at.toml"));
  WrenchSpec spec;
  spec.body = "leg1.bar";
  spec.at = kPoint;
  spec.time = {0.0};
  spec.force = {kForce};
  KinematicsData<double> data(robot);
  ASSERT_TRUE(position(robot, robot.home, data).ok());
  const V3 point = data.legs[0].body[0].point(WrenchProfile(robot, {spec}).points()[0].point);
  EXPECT_LT((point - element_axes({3, 4, 0}, {-4, 3, 1}) * kPoint).norm(), 1e-15);
}

}  // namespace
}  // namespace gough
