#include "gough/control/controller.hpp"

#include "gough/control/pose_error.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/control/closed_loop.hpp"

namespace gough::test {
namespace {

class ComputedTorque : public Catalog {
 protected:
  // A state and a reference near it, both random.
  struct Case {
    ClosedLoop loop;
    Reference reference;
  };
  Case random_case(std::mt19937_64& random) {
    Case c{ClosedLoop(robot), Reference(robot)};
    KinematicsData<double> k(robot);
    c.loop.pose = regular_pose(robot, random, k);
    c.loop.Vr = random_vector(robot.mobility.n, random);
    c.reference.pose = moved(robot, c.loop.pose, k.Psi * random_vector(robot.mobility.n, random) * 0.01 * std::min(1.0, robot.length));
    (void)project(robot, c.reference.pose, k);
    c.reference.Vr = random_vector(robot.mobility.n, random);
    c.reference.dVr = random_vector(robot.mobility.n, random);
    return c;
  }
};

// With the exact model the closed loop is V̇ − V̇_d + 2 ζ ω (V − V_d) + ω² e = 0.
TEST_P(ComputedTorque, GivesThePlatformTheCommandedAcceleration) {
  std::mt19937_64 random(3);
  const ControllerSpec spec = controller("type = 'computed_torque'\nbandwidth_hz = 3\ndamping_ratio = 0.7\npayload = {mass = 0.5}");
  Controller control = make_controller(robot, spec);
  const double omega = 2.0 * kPi * 3.0;
  for (int sample = 0; sample < 5; ++sample) {
    Case c = random_case(random);
    c.loop.load.payload = payload_body(robot, *spec.payload);
    const Measurement m = c.loop.measurement();
    ASSERT_TRUE(control(m, c.reference, c.loop.effort).answered());
    VecX<double> e(robot.mobility.n);
    pose_error(robot, m.pose, c.reference.pose, e);
    const VecX<double> expected = c.reference.dVr - 2 * 0.7 * omega * (m.Vr - c.reference.Vr) - omega * omega * e;
    EXPECT_LT((c.loop.acceleration() - expected).cwiseAbs().maxCoeff(), 1e-9 * std::max(1.0, expected.cwiseAbs().maxCoeff()));
  }
}

// The same on the joints; with more actuators than freedoms the joints' errors obey it as far as they can, in the least-squares sense.
TEST_P(ComputedTorque, GivesTheJointsTheCommandedAcceleration) {
  std::mt19937_64 random(4);
  Controller control = make_controller(robot, controller("type = 'joint_computed_torque'\nbandwidth_hz = 3\ndamping_ratio = 0.7"));
  const double omega = 2.0 * kPi * 3.0;
  KinematicsData<double> k(robot);
  VecX<double> qd(robot.actuators.size());
  for (int sample = 0; sample < 5; ++sample) {
    Case c = random_case(random);
    const Measurement m = c.loop.measurement();
    ASSERT_TRUE(control(m, c.reference, c.loop.effort).answered());
    (void)position(robot, c.reference.pose, k);
    velocity(robot, c.reference.Vr, k);
    acceleration(robot, c.reference.dVr, k);
    actuated_positions(robot, k, qd);
    const VecX<double> expected = k.ddqa + 2 * 0.7 * omega * (k.dqa - m.dqa) + omega * omega * (qd - m.qa);
    const VecX<double> dVr = c.loop.acceleration();
    (void)position(robot, m.pose, k);
    velocity(robot, m.Vr, k);
    acceleration(robot, dVr, k);
    // what is left is normal to what the platform can do
    EXPECT_LT((k.Jinv.transpose() * (k.ddqa - expected)).cwiseAbs().maxCoeff(),
              1e-9 * std::max(1.0, expected.cwiseAbs().maxCoeff()) * std::max(1.0, k.Jinv.cwiseAbs().maxCoeff()));
  }
}

TEST_P(ComputedTorque, JointPdHoldsAgainstGravity) {
  std::mt19937_64 random(5);
  Controller control = make_controller(robot, controller("type = 'joint_pd'\npayload = {mass = 0.5}"));
  ClosedLoop loop(robot);
  KinematicsData<double> k(robot);
  Reference reference(robot);
  loop.pose = reference.pose = regular_pose(robot, random, k);
  loop.load.payload = payload_body(robot, {{}, 0.5, Vec3<double>::Zero(), {}});
  ASSERT_TRUE(control(loop.measurement(), reference, loop.effort).answered());
  EXPECT_LT(loop.acceleration().cwiseAbs().maxCoeff(), 1e-9 * 9.81 * std::max(1.0, 1.0 / robot.length));
}

INSTANTIATE_TEST_SUITE_P(Robots, ComputedTorque, ::testing::ValuesIn(catalog()), robot_name);

}  // namespace
}  // namespace gough::test
