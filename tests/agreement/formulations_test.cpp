#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/six_axis_row.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/names.hpp"
#include "tests/dynamics/states.hpp"
#include "tests/oracles/maximal_coordinates.hpp"

namespace gough {
namespace {

class Formulations : public test::Catalog {};

// Least-norm efforts of the oracle's generalised force: where actuation is redundant its own are another choice.
VecX<double> least_norm(const KinematicsData<double>& k, const VecX<double>& effort) {
  const VecX<double> force = k.Jinv.transpose() * effort;
  return shortest_solution(k.Jinv.transpose(), force).x;
}

TEST_P(Formulations, AgreeWithTheOracle) {
  std::mt19937_64 random(101);
  DynamicsData<double> data(robot);
  const int states = std::max(3, test::samples / 10);
  for (int s = 0; s < states; ++s) {
    test::State state(robot, random);
    const oracle::Solution truth = oracle::inverse_dynamics(robot, state.load, state.kinematics, state.Vr, state.dVr);
    const VecX<double> expected = least_norm(state.kinematics, truth.effort);
    platform_legs::inverse_dynamics(robot, state.load, state.kinematics, data);
    EXPECT_LT(test::relative_error(data.effort, expected), 1e-8) << "P";
    virtual_work::inverse_dynamics(robot, state.load, state.kinematics, data);
    EXPECT_LT(test::relative_error(data.effort, expected), 1e-8) << "V";
    orthogonal_complement::inverse_dynamics(robot, state.load, state.kinematics, data);
    EXPECT_LT(test::relative_error(data.effort, expected), 1e-8) << "N";
    elements::inverse_dynamics(robot, state.load, state.kinematics, data);
    if (first_without_element(robot).empty()) EXPECT_LT(test::relative_error(data.effort, expected), 1e-8) << "E";
    else EXPECT_TRUE(data.effort.array().isNaN().all());  // it has no elements for them, and none for a part of a leg
    // direct: the oracle's accelerations under these efforts are the ones we started from
    const oracle::Solution direct = oracle::direct_dynamics(robot, state.load, state.kinematics, state.Vr, expected);
    EXPECT_LT(test::relative_error(direct.acceleration, truth.acceleration), 1e-8);
    platform_legs::direct_dynamics(robot, state.load, expected, state.kinematics, data);
    EXPECT_LT(test::relative_error(data.acceleration, state.dVr), 1e-8) << "P direct";
    orthogonal_complement::direct_dynamics(robot, state.load, expected, state.kinematics, data);
    EXPECT_LT(test::relative_error(data.acceleration, state.dVr), 1e-8) << "N direct";
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Formulations, ::testing::ValuesIn(catalog()), test::robot_name);

// The slides' closed form of six-axis legs, ζ q̇ = yᵀ V_P, with the actuator on any of the six joints.
TEST(SixAxisLegs, ClosedFormGivesTheActuatedRate) {
  for (const char* name : {"flight_simulator", "hexapod_6r"})
    for (int actuated = 0; actuated < 6; ++actuated) {
      Robot robot = load_robot(name);
      for (Actuator& a : robot.actuators) {
        std::vector<Joint>& joints = robot.legs[a.leg].joints;
        std::swap(joints[a.joint].actuator, joints[actuated].actuator);
        a.joint = actuated;
      }
      const Robot original = load_robot(name);
      std::mt19937_64 random(102);
      for (int s = 0; s < test::samples; ++s) {
        test::State state(original, random, false);
        for (std::size_t i = 0; i < robot.legs.size(); ++i) {
          const auto row = orthogonal_complement::six_axis_row(robot, static_cast<int>(i), state.kinematics);
          const double left = row.zeta * state.kinematics.legs[i].dq(actuated), right = row.y.dot(state.kinematics.VN.head<6>());
          EXPECT_GT(row.y.norm(), 1e-9) << name << " joint " << actuated;
          EXPECT_NEAR(left, right, 1e-10 * (1 + std::abs(left))) << name << " joint " << actuated;
        }
        if (HasFailure()) return;
      }
    }
}

}  // namespace
}  // namespace gough
