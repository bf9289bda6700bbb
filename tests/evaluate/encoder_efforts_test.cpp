#include "gough/evaluate/encoder_efforts.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

class EncodersToEfforts : public test::Catalog {};

// The library's inverse dynamics at the pose, against what the encoders alone tell.
TEST_P(EncodersToEfforts, EqualTheLibrary) {
  const EncoderEfforts efforts(robot);
  EncoderEfforts::Memory memory(efforts);
  DynamicsData<double> d(robot);
  std::mt19937_64 random(521);
  VecX<double> q(robot.actuators.size()), tau(robot.actuators.size());
  for (int s = 0; s < test::samples; ++s) {
    test::State state(robot, random, false);
    KinematicsData<double>& k = state.kinematics;
    actuated_positions(robot, k, q);
    const VecX<double> dq = k.dqa, ddq = k.ddqa;
    const VecX<double> small = 1e-3 * random_vector(robot.nacelle.freedoms(), random);
    Pose<double> pose = moved(robot, k.pose, small);
    const Outcome expected = inverse_dynamics(robot, Formulation::platform_legs, {}, Pose<double>(k.pose), state.Vr, state.dVr, k, d);
    const Outcome outcome = efforts(q.data(), dq.data(), ddq.data(), pose, tau.data(), memory);
    ASSERT_EQ(outcome.status, expected.status);
    ASSERT_FALSE(memory.by_library()) << robot.name;
    ASSERT_LT(test::relative_error(tau, d.effort), 1e-10) << robot.name;
  }
}

// One program for every payload, and none at first.
TEST_P(EncodersToEfforts, CarryWhatTheyAreGiven) {
  const EncoderEfforts efforts(robot, Formulation::platform_legs, {}, EncoderEfforts::Payload::input);
  EncoderEfforts::Memory memory(efforts);
  DynamicsData<double> d(robot);
  std::mt19937_64 random(523);
  VecX<double> q(robot.actuators.size()), tau(robot.actuators.size());
  test::State state(robot, random);
  KinematicsData<double>& k = state.kinematics;
  actuated_positions(robot, k, q);
  const VecX<double> dq = k.dqa, ddq = k.ddqa;
  for (const RigidBody& payload : {RigidBody{}, state.load.payload, RigidBody{}}) {
    memory.carry(payload);
    Pose<double> pose = k.pose;
    (void)inverse_dynamics(robot, Formulation::platform_legs, {payload, {}}, pose, state.Vr, state.dVr, k, d);
    ASSERT_TRUE(efforts(q.data(), dq.data(), ddq.data(), pose, tau.data(), memory).answered());
    EXPECT_LT(test::relative_error(tau, d.effort), 1e-10);
  }
  const EncoderEfforts constant(robot);
  EncoderEfforts::Memory other(constant);
  EXPECT_THROW(other.carry({}), std::logic_error);
}

INSTANTIATE_TEST_SUITE_P(Robots, EncodersToEfforts, ::testing::ValuesIn(catalog()), test::robot_name);

TEST(EncoderEfforts, SayWhyThereAreNone) {
  Robot robot = load_robot("delta");
  robot.legs[1].solver.closed_form = false;
  try {
    const EncoderEfforts efforts(robot);
    FAIL() << "a leg has no closed form";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(robot.legs[1].name), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace gough
