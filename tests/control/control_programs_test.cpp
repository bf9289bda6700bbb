#include "gough/control/control_programs.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/evaluate/evaluator.hpp"
#include "tests/dynamics/states.hpp"

namespace gough::test {
namespace {

// Against the library on plain numbers, at random states of every robot that controllers take.
class ControlPrograms : public Catalog {
 protected:
  std::mt19937_64 random{11};
  State state{robot, random};
  KinematicsData<double>& k = state.kinematics;
  const bool driven = static_cast<int>(robot.actuators.size()) >= robot.mobility.n;

  VecX<double> run(const Program& program, const VecX<double>& first, const VecX<double>& second) {
    const Evaluator evaluator(robot);
    Evaluator::Memory memory(evaluator);
    const Evaluator::Ready ready(evaluator.robot(), program);
    VecX<double> out(static_cast<Eigen::Index>(ready.outputs));
    const auto span = [](const VecX<double>& v) { return std::span<const double>(v.data(), static_cast<std::size_t>(v.size())); };
    EXPECT_TRUE(evaluator.evaluate(ready, k.pose, span(first), span(second), memory, out.data()).answered());
    return out;
  }
};

TEST_P(ControlPrograms, ActuatedJointsAreTheLibrarys) {
  if (!driven) GTEST_SKIP();
  const VecX<double> out = run(record_actuated_joints(robot), state.Vr, state.dVr);
  const Eigen::Index na = k.dqa.size();
  Eigen::Index at = 0;
  for (const Actuator& a : robot.actuators) {
    const JointPosition<double>& q = driven_position(k, a);
    if (a.revolute) {
      EXPECT_NEAR(out(at++), q.c, 1e-12);
      EXPECT_NEAR(out(at++), q.s, 1e-12);
    } else {
      EXPECT_NEAR(out(at++), q.d, 1e-12);
    }
  }
  EXPECT_LT(relative_error(out.segment(at, na), k.dqa), 1e-11);
  EXPECT_LT(relative_error(out.tail(na), k.ddqa), 1e-10);
}

TEST_P(ControlPrograms, RatesAndForcesAreDual) {
  if (!driven) GTEST_SKIP();
  EXPECT_LT(relative_error(run(record_platform_rates(robot), k.dqa, {}), state.Vr), 1e-10);
  const VecX<double> force = random_vector(robot.mobility.n, random), effort = run(record_actuator_forces(robot), force, {});
  EXPECT_LT(relative_error(k.Jinv.transpose() * effort, force), 1e-10);
  // least norm: no part of it is without effect
  const VecX<double> other = random_vector(static_cast<int>(effort.size()), random);
  const VecX<double> seen = k.Jinv * (k.Jinv.transpose() * k.Jinv).ldlt().solve(VecX<double>(k.Jinv.transpose() * other));
  EXPECT_NEAR(effort.dot(other - seen), 0.0, 1e-9 * (1.0 + effort.norm()));
}

TEST_P(ControlPrograms, JointEffortsAreTheInverseDynamics) {
  if (!driven) GTEST_SKIP();
  const Load load{state.load.payload, {}};
  DynamicsData<double> d(robot);
  const VecX<double> ddqa = k.ddqa;
  const VecX<double> found = run(record_joint_efforts(robot, load), state.Vr, ddqa);
  (void)inverse_dynamics(robot, Formulation::platform_legs, load, Pose<double>(k.pose), state.Vr, state.dVr, k, d);
  EXPECT_LT(relative_error(found, d.effort), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Robots, ControlPrograms, ::testing::ValuesIn(catalog()), robot_name);

}  // namespace
}  // namespace gough::test
