#include "gough/identification/regressor_model.hpp"

#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/projection.hpp"
#include "tests/dynamics/states.hpp"

namespace gough::test {
namespace {

using Given = RegressorModel::Given;
using Rows = RegressorModel::Rows;

// Some columns by themselves and one that is a combination of all.
Selection some_combinations(int parameters, std::mt19937_64& random) {
  MatX<double> S = MatX<double>::Zero(parameters, 4);
  S.col(0) = random_vector(parameters, random);
  for (int c = 1; c < 4; ++c) S(static_cast<int>(random() % static_cast<unsigned>(parameters)), c) = 1.0;
  return S.sparseView();
}

class RegressorModelTest : public Catalog {
 protected:
  std::mt19937_64 random{21};
  Selection S = some_combinations(static_cast<int>(virtual_work::parameters(robot, {}).size()), random);
  DynamicsData<double> dynamics{robot};

  MatX<double> expected(const State& state, Rows rows) {
    MatX<double> W = MatX<double>::Zero(robot.mobility.n, S.rows()), Y = MatX<double>::Zero(robot.actuators.size(), S.rows());
    if (rows == Rows::freedoms) virtual_work::regressor(robot, state.kinematics, dynamics, W);
    else virtual_work::effort_regressor(robot, state.kinematics, dynamics, W, Y);
    return (rows == Rows::freedoms ? W : Y) * S;
  }

  void expect_equations(Given given, Rows rows) {
    for (const bool by_programs : {true, false}) {
      RegressorModel model(robot, S, given, rows, by_programs);
      MatX<double> W(model.rows(), S.cols());
      for (int s = 0; s < 5; ++s) {
        const State state(robot, random, false);
        const KinematicsData<double>& k = state.kinematics;
        const Outcome outcome = given == Given::platform ? model(k.pose, state.Vr, state.dVr, W) : model(k.pose, k.dqa, k.ddqa, W);
        ASSERT_TRUE(outcome.answered());
        EXPECT_LT(relative_error(W.reshaped(), expected(state, rows).reshaped()), 1e-10) << by_programs;
        const VecX<double> effort = random_vector(static_cast<int>(robot.actuators.size()), random);
        VecX<double> force(robot.mobility.n);
        model.force_of_efforts(k.pose, effort, force);
        EXPECT_LT(relative_error(force, k.Jinv.transpose() * effort), 1e-11);
      }
    }
  }
};

TEST_P(RegressorModelTest, RowsOfFreedoms) { expect_equations(Given::platform, Rows::freedoms); }

TEST_P(RegressorModelTest, RowsOfActuators) {
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) GTEST_SKIP() << "under-actuated: no efforts";
  expect_equations(Given::platform, Rows::actuators);
}

TEST_P(RegressorModelTest, MotionOfActuators) {
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) GTEST_SKIP() << "under-actuated: its actuators do not tell its motion";
  expect_equations(Given::actuators, Rows::actuators);
  expect_equations(Given::actuators, Rows::freedoms);
}

TEST_P(RegressorModelTest, StatusesAsTheLibrary) {
  RegressorModel model(robot, S, Given::platform, Rows::freedoms, true);
  KinematicsData<double> k(robot);
  const VecX<double> rest = VecX<double>::Zero(robot.mobility.n);
  MatX<double> W(model.rows(), S.cols());
  for (int s = 0; s < 20; ++s) {
    Pose<double> pose = near_home(robot, 3.0, random);
    (void)project(robot, pose, k);
    EXPECT_EQ(model(pose, rest, rest, W).status, position(robot, pose, k).status);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, RegressorModelTest, ::testing::ValuesIn(catalog()), robot_name);

}  // namespace
}  // namespace gough::test
