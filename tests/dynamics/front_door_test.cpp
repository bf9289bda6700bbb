#include "gough/dynamics/front_door.hpp"

#include <Eigen/QR>

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/verify.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

class FrontDoor : public test::Catalog {};

TEST_P(FrontDoor, IdentitiesHold) {
  for (const VerifyRow& row : verify(robot, std::max(5, test::samples / 10))) EXPECT_TRUE(row.passed()) << row.identity << " " << row.error;
}

TEST_P(FrontDoor, EveryFormulationGivesTheStatus) {
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  const VecX<double> zero = VecX<double>::Zero(robot.mobility.n);
  Pose<double> far = robot.home;
  far.p += 50 * robot.length * Vec3<double>(1, 1, 1);
  for (Formulation f : kFormulations) {
    EXPECT_TRUE(inverse_dynamics(robot, f, {}, robot.home, zero, zero, k, data).answered());
    EXPECT_TRUE(data.effort.allFinite());
    EXPECT_NE(inverse_dynamics(robot, f, {}, far, zero, zero, k, data).status, Status::ok);  // a strut may only be too short
    // a motion no motor follows
    const VecX<double> fast = VecX<double>::Constant(robot.mobility.n, 1e4);
    EXPECT_EQ(inverse_dynamics(robot, f, {}, robot.home, fast, zero, k, data).status, Status::out_of_limits);
  }
}

// The same motion given by the actuated joints.
TEST_P(FrontDoor, MotionFromActuatedJoints) {
  std::mt19937_64 random(121);
  test::State state(robot, random);
  const VecX<double> dqa = state.kinematics.dqa, ddqa = state.kinematics.ddqa;
  VecX<double> V, A;
  free_from_actuated(robot, dqa, ddqa, state.kinematics, V, A);
  EXPECT_LT(test::relative_error(V, state.Vr), 1e-9);
  EXPECT_LT(test::relative_error(A, state.dVr), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Robots, FrontDoor, ::testing::ValuesIn(catalog()), test::robot_name);

TEST(Actuation, RedundantEffortsLeastNormWeightedBounded) {
  Robot robot = load_robot("planar_4rrr");
  std::mt19937_64 random(122);
  for (int s = 0; s < test::samples; ++s) {
    test::State state(robot, random, false);
    DynamicsData<double> data(robot);
    KinematicsData<double>& k = state.kinematics;
    ASSERT_TRUE(inverse_dynamics(robot, Formulation::platform_legs, {}, k.pose, state.Vr, state.dVr, k, data).answered());
    const VecX<double> least = data.effort, force = data.force;
    EXPECT_LT((k.Jinv.transpose() * least - force).norm(), 1e-9 * (1 + force.norm()));
    // least norm: orthogonal to the efforts that do nothing
    const MatX<double> idle = k.Jinv.transpose().fullPivLu().kernel();
    EXPECT_LT((idle.transpose() * least).norm(), 1e-9 * (1 + least.norm()));
    // weights: the first actuator spared
    VecX<double> weights = VecX<double>::Ones(4);
    weights(0) = 100.0;
    weighted_efforts(robot, k, weights, data);
    EXPECT_LT((k.Jinv.transpose() * data.effort - force).norm(), 1e-9 * (1 + force.norm()));
    EXPECT_LE(std::abs(data.effort(0)), std::abs(least(0)) + 1e-9);
    // bounds between the least largest effort and that of the least-norm solution can be kept; check against a fine search along the idle
    // effort
    double reachable = kInfinity;
    for (int g = -4000; g <= 4000; ++g)
      reachable = std::min(reachable, (least + idle.col(0) / idle.norm() * g * 1e-3 * least.norm()).cwiseAbs().maxCoeff());
    for (Actuator& a : robot.actuators) a.effort_max = 1.001 * reachable + 1e-9;
    data.force = force;
    const Outcome outcome = bounded_efforts(robot, k, data);
    EXPECT_EQ(outcome.status, Status::ok);
    EXPECT_LE(data.effort.cwiseAbs().maxCoeff(), 1.001 * reachable + 2e-9);
    EXPECT_LT((k.Jinv.transpose() * data.effort - force).norm(), 1e-7 * (1 + force.norm()));
    for (Actuator& a : robot.actuators) a.effort_max = 0.9 * reachable;
    data.force = force;
    EXPECT_EQ(bounded_efforts(robot, k, data).status, Status::out_of_limits);
    for (Actuator& a : robot.actuators) a.effort_max = 10.0;
    if (HasFailure()) return;
  }
}

// Unequal limits against a fine search along the one idle effort.
TEST(Actuation, BoundedEffortsFindWhatExists) {
  Robot robot = load_robot("planar_4rrr");
  std::mt19937_64 random(123);
  int feasible = 0;
  for (int s = 0; s < 10 * test::samples; ++s) {
    if (s % 50 == 0) robot = load_robot("planar_4rrr");
    static test::State state(robot, random, false);
    const KinematicsData<double>& k = state.kinematics;
    DynamicsData<double> data(robot);
    data.force = 10 * random_vector(3, random);
    const VecX<double> force = data.force, least = k.Jinv.transpose().completeOrthogonalDecomposition().solve(force);
    VecX<double> idle = k.Jinv.transpose().fullPivLu().kernel().col(0);
    idle.normalize();
    for (Actuator& a : robot.actuators) a.effort_max = 0.3 * least.norm() * (1.5 + random_vector(1, random)(0));
    // the interval of t in which least + t idle keeps every limit
    double low = -kInfinity, high = kInfinity;
    for (int a = 0; a < 4; ++a) {
      const double limit = robot.actuators[a].effort_max, one = (-limit - least(a)) / idle(a), two = (limit - least(a)) / idle(a);
      low = std::max(low, std::min(one, two));
      high = std::min(high, std::max(one, two));
    }
    const Outcome outcome = bounded_efforts(robot, k, data);
    EXPECT_EQ(outcome.ok(), low <= high) << low << " " << high;
    if (!outcome.ok()) continue;
    ++feasible;
    const double t = std::clamp(0.0, low, high);  // nearest to the least-norm one
    EXPECT_LT((data.effort - (least + t * idle)).norm(), 1e-7 * (1 + least.norm()));
  }
  EXPECT_GT(feasible, test::samples / 10);
}

TEST(FrontDoorOf, UnderActuatedRobotsHaveDirectDynamicsOnly) {
  RobotDescription d = load_robot("five_bar").description;
  d.underactuated = true;
  d.leg[1].element[0].actuator.reset();
  const Robot robot = assemble(d);
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  const VecX<double> zero = VecX<double>::Zero(2), effort = VecX<double>::Constant(1, 0.5);
  EXPECT_THROW(inverse_dynamics(robot, Formulation::platform_legs, {}, robot.home, zero, zero, k, data), InputError);
  ASSERT_TRUE(direct_dynamics(robot, Formulation::platform_legs, {}, robot.home, zero, effort, k, data).answered());
  const VecX<double> by_P = data.acceleration;
  ASSERT_TRUE(direct_dynamics(robot, Formulation::orthogonal_complement, {}, robot.home, zero, effort, k, data).answered());
  EXPECT_LT(test::relative_error(data.acceleration, by_P), 1e-10);
  for (const VerifyRow& row : verify(robot, 5)) EXPECT_TRUE(row.passed()) << row.identity << " " << row.error;
}

}  // namespace
}  // namespace gough
