#include "gough/dynamics/dynamics_at_pose.hpp"

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/verify/verify.hpp"
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
    if (f == Formulation::elements && !elements::missing_element(robot, {}).empty()) continue;
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
  const FreeMotion motion = free_from_actuated(robot, dqa, ddqa, state.kinematics);
  EXPECT_LT(test::relative_error(motion.Vr, state.Vr), 1e-9);
  EXPECT_LT(test::relative_error(motion.dVr, state.dVr), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Robots, FrontDoor, ::testing::ValuesIn(catalog()), test::robot_name);

struct SingularState {
  const char* name;
  Robot robot;
  Pose<double> pose;
  Status status;
};

// States where a model has no answer, or one beyond a limit.
std::vector<SingularState> singular_states() {
  const auto unlimited = [](const char* name) {
    Robot robot = load_robot(name);
    for (Actuator& a : robot.actuators) a.position_min = -(a.position_max = kInfinity);
    return robot;
  };
  std::vector<SingularState> out;
  const auto add = [&](const char* name, Robot robot, Status status, const auto& place) {
    Pose<double> pose = robot.home;
    place(pose);
    out.push_back({name, std::move(robot), pose, status});
  };
  add("Fichter", unlimited("gough_stewart"), Status::type2_singular, [](auto& pose) { pose.R = rotation_from_rpy({0, 0, 90}) * pose.R; });
  const auto arm = [](double length) {
    return [=](auto& pose) { pose.p = Vec3<double>(-0.1 + length * std::cos(1.2), length * std::sin(1.2), 0); };
  };
  add("stretched", unlimited("five_bar"), Status::type1_singular, arm(0.5));
  add("too far", unlimited("five_bar"), Status::unreachable, arm(0.501));
  add("folded flat", unlimited("upu_3"), Status::constraint_singular, [](auto& pose) { pose.p.z() = 0.0; });
  add("stroke", load_robot("gough_stewart"), Status::out_of_limits, [](auto& pose) { pose.p.z() += 0.3; });
  add("not a number", load_robot("delta"), Status::unreachable, [](auto& pose) { pose.p.x() = std::nan(""); });
  return out;
}

TEST(FrontDoorOf, SingularStatesGiveTheirStatusFromEveryFormulation) {
  for (const SingularState& state : singular_states()) {
    const Robot& robot = state.robot;
    KinematicsData<double> k(robot);
    DynamicsData<double> data(robot);
    const VecX<double> zero = VecX<double>::Zero(robot.mobility.n), none = VecX<double>::Zero(robot.actuators.size());
    for (Formulation f : kFormulations) {
      EXPECT_EQ(inverse_dynamics(robot, f, {}, state.pose, zero, zero, k, data).status, state.status) << state.name << " " << letter(f);
      if (f != Formulation::platform_legs && f != Formulation::orthogonal_complement) continue;
      EXPECT_EQ(direct_dynamics(robot, f, {}, state.pose, zero, none, k, data).status, state.status)
          << state.name << " direct " << letter(f);
    }
  }
}

// Gravity's effort is the slope of the potential energy along every free component.
TEST_P(FrontDoor, GravityIsTheSlopeOfThePotential) {
  std::mt19937_64 random(124);
  test::State state(robot, random);
  Load payload;
  payload.payload = state.load.payload;
  KinematicsData<double> k = state.kinematics;
  DynamicsData<double> data(robot);
  platform_legs::mass_and_bias(robot, payload, k, data);
  KinematicsData<double> at(robot);
  const VecX<double> zero = VecX<double>::Zero(robot.mobility.n);
  for (int c = 0; c < robot.mobility.n; ++c) {
    const auto potential = [&](double step) {
      Pose<double> pose = moved(robot, state.kinematics.pose, step * state.kinematics.Psi.col(c));
      EXPECT_TRUE(project(robot, pose, at).answered());
      velocity(robot, zero, at);
      acceleration(robot, zero, at);
      return energy(robot, payload, at).potential - spring_energy(robot, at);
    };
    const double h = 1e-4 * robot.length;
    const double slope = (8 * (potential(h) - potential(-h)) - (potential(2 * h) - potential(-2 * h))) / (12 * h);
    EXPECT_NEAR(data.gravity(c), slope, 1e-6 * (1 + std::abs(slope))) << robot.mobility.free[c].name;
  }
}

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
    const MatX<double> idle = right_singular(k.Jinv.transpose()).vectors.rightCols(1);
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
    const VecX<double> force = data.force, least = shortest_solution(k.Jinv.transpose(), force).x;
    const VecX<double> idle = right_singular(k.Jinv.transpose()).vectors.col(3);
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
  EXPECT_THROW((void)inverse_dynamics(robot, Formulation::platform_legs, {}, robot.home, zero, zero, k, data), InputError);
  ASSERT_TRUE(direct_dynamics(robot, Formulation::platform_legs, {}, robot.home, zero, effort, k, data).answered());
  const VecX<double> by_P = data.acceleration;
  ASSERT_TRUE(direct_dynamics(robot, Formulation::orthogonal_complement, {}, robot.home, zero, effort, k, data).answered());
  EXPECT_LT(test::relative_error(data.acceleration, by_P), 1e-10);
  for (const VerifyRow& row : verify(robot, 5)) EXPECT_TRUE(row.passed()) << row.identity << " " << row.error;
}

}  // namespace
}  // namespace gough
