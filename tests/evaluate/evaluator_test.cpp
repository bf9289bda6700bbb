#include "gough/evaluate/evaluator.hpp"

#include <thread>

#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/evaluate/evaluated.hpp"

namespace gough {
namespace {

class Evaluated : public test::EvaluatedCatalog {};

TEST_P(Evaluated, InverseAndDirectDynamicsAsTheReference) {
  const Load load{RigidBody{0.4, Vec3<double>(0.01, 0.0, 0.02), Vec3<double>(1e-3, 2e-3, 1e-3).asDiagonal()}, {}};
  const Evaluator evaluator(robot, load);
  Evaluator::Memory memory(evaluator);
  KinematicsData<double> k(robot), other(robot);
  DynamicsData<double> d(robot);
  const auto actuators = static_cast<Eigen::Index>(robot.actuators.size());
  VecX<double> effort = VecX<double>::Zero(actuators), dVr = VecX<double>::Zero(robot.mobility.n);
  for (int s = 0; s < test::samples; ++s) {
    const Pose<double> pose = any_pose(other, s);
    const VecX<double> Vr = random_vector(robot.mobility.n, random), given = random_vector(robot.mobility.n, random);
    const VecX<double> pushed = 20.0 * random_vector(static_cast<int>(actuators), random);
    const Outcome place = position(robot, pose, k);
    distance_ = place.ok() ? place.measure : 1e-3;
    if (place.ok() && place.measure < 1e-3) continue;
    if (actuators >= robot.mobility.n) {
      const Outcome want = inverse_dynamics(robot, Formulation::platform_legs, load, pose, Vr, given, k, d);
      expect_same("idm", evaluator.inverse_dynamics(pose, Vr, given, memory, effort), want, effort, d.effort, want.answered());
    }
    const Outcome want = direct_dynamics(robot, Formulation::platform_legs, load, pose, Vr, pushed, k, d);
    const bool answered = want.answered() || want.status == Status::type2_singular;
    expect_same("ddm", evaluator.direct_dynamics(pose, Vr, pushed, memory, dVr), want, dVr, d.acceleration, answered);
    if (HasFailure()) FAIL() << "state " << s;
  }
  EXPECT_GT(seen[Status::ok] + seen[Status::out_of_limits], test::samples / 4);
  EXPECT_GT(static_cast<int>(seen.size()), 1) << "no state was refused";
}

TEST_P(Evaluated, KinematicsAndRegressorAsTheReference) {
  const Evaluator evaluator(robot);
  Evaluator::Memory memory(evaluator);
  KinematicsData<double> k(robot), other(robot);
  DynamicsData<double> d(robot);
  const auto actuators = static_cast<Eigen::Index>(robot.actuators.size());
  const auto parameters = static_cast<Eigen::Index>(virtual_work::parameters(robot, {}).size());
  VecX<double> qa = VecX<double>::Zero(actuators), want_qa = qa, dqa = qa, ddqa = qa, c = VecX<double>::Zero(robot.mobility.n);
  MatX<double> Jinv = MatX<double>::Zero(actuators, robot.mobility.n), M = MatX<double>::Zero(robot.mobility.n, robot.mobility.n);
  MatX<double> Y = MatX<double>::Zero(actuators, parameters), W = MatX<double>::Zero(robot.mobility.n, parameters), want_Y = Y;
  for (int s = 0; s < std::min(test::samples, 60); ++s) {
    const Pose<double> pose = any_pose(other, s);
    const VecX<double> Vr = random_vector(robot.mobility.n, random), dVr = random_vector(robot.mobility.n, random);
    const Outcome geometry = inverse_geometry(robot, pose, k), place = position(robot, pose, k);
    distance_ = place.ok() ? place.measure : 1e-3;
    if (place.ok() && place.measure < 1e-3) continue;
    const bool answered = place.answered();
    actuated_positions(robot, k, want_qa);
    if (geometry.answered()) expect_same("igm", evaluator.positions(pose, memory, qa), geometry, qa, want_qa, true);
    const Outcome turned = evaluator.jacobian(pose, memory, Jinv);
    expect_same("jacobian", turned, place, Jinv.reshaped(), k.Jinv.reshaped(), answered);
    if (answered) {
      velocity(robot, Vr, k);
      acceleration(robot, dVr, k);
      platform_legs::mass_and_bias(robot, {}, k, d);
    }
    const Outcome moving = evaluator.rates(pose, Vr, dVr, memory, dqa, ddqa);
    expect_same("rates", moving, place, dqa, k.dqa, answered);
    if (answered) {
      acceleration(robot, dVr, k);
      expect_same("accelerations", moving, place, ddqa, k.ddqa, answered);
    }
    const Outcome heavy = evaluator.mass(pose, Vr, memory, M, c);
    expect_same("mass", heavy, place, M.reshaped(), d.mass.reshaped(), answered);
    expect_same("bias", heavy, place, c, d.bias, answered);
    if (actuators < robot.mobility.n) continue;
    W.setZero();
    if (answered) virtual_work::effort_regressor(robot, k, d, W, want_Y);
    const Outcome linear = evaluator.regressor(pose, Vr, dVr, memory, Y);
    expect_same("regressor", linear, place, Y.reshaped(), want_Y.reshaped(), answered);
    if (HasFailure()) FAIL() << "state " << s;
  }
}

TEST_P(Evaluated, PosesOffTheManifoldAndNoPosesAreRefused) {
  const Evaluator evaluator(robot);
  Evaluator::Memory memory(evaluator);
  KinematicsData<double> k(robot);
  const VecX<double> zero = VecX<double>::Zero(robot.mobility.n);
  VecX<double> effort = VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()));
  if (effort.size() < robot.mobility.n) GTEST_SKIP() << "under-actuated";
  for (int s = 0; s < 20; ++s) {
    Pose<double> pose = robot.home;
    if (s % 5 == 0) pose.p(s % 3) = std::nan("");
    else if (s % 5 == 1) pose.R(s % 3, 1) += 0.1;
    else pose = moved(robot, pose, VecX<double>(0.01 * random_vector(robot.nacelle.freedoms(), random)));
    const Outcome want = position(robot, pose, k), got = evaluator.inverse_dynamics(pose, zero, zero, memory, effort);
    EXPECT_EQ(got.answered(), want.answered()) << s << ": " << to_string(got.status) << ", not " << to_string(want.status) << " "
                                               << want.measure << " leg " << want.leg << " " << effort.transpose();
    if (!want.answered()) {
      EXPECT_EQ(to_string(got.status), to_string(want.status));
    }
    EXPECT_EQ(effort.allFinite(), want.answered());
  }
}

TEST_P(Evaluated, ThreadsShareOneEvaluator) {
  const Evaluator evaluator(robot);
  const VecX<double> Vr = random_vector(robot.mobility.n, random);
  const VecX<double> pushed = random_vector(static_cast<int>(robot.actuators.size()), random);
  std::vector<VecX<double>> found(4, VecX<double>::Zero(robot.mobility.n));
  std::vector<std::thread> threads;
  for (VecX<double>& dVr : found)
    threads.emplace_back([&] {
      Evaluator::Memory memory(evaluator);
      for (int k = 0; k < 20; ++k) (void)evaluator.direct_dynamics(robot.home, Vr, pushed, memory, dVr);
    });
  for (std::thread& t : threads) t.join();
  for (const VecX<double>& dVr : found) EXPECT_EQ(dVr, found[0]);
}

INSTANTIATE_TEST_SUITE_P(Robots, Evaluated, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
