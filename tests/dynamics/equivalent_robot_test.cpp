#include "gough/dynamics/equivalent_robot.hpp"

#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/program/models.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

using Kinematics = KinematicsData<double>;
using Dynamics = DynamicsData<double>;

double largest_difference(const MatX<double>& a, const MatX<double>& b) {
  return (a - b).cwiseAbs().maxCoeff() / std::max(1e-300, b.cwiseAbs().maxCoeff());
}

// Efforts by V and accelerations by N, which the comparison inside does not use, and the mass matrix by P.
void expect_same(const Robot& robot, const Robot& other, const Load& load, const Kinematics& k) {
  Dynamics a(robot), b(other);
  if (static_cast<int>(robot.actuators.size()) >= robot.mobility.n) {
    virtual_work::inverse_dynamics(robot, load, k, a);
    virtual_work::inverse_dynamics(other, load, k, b);
    EXPECT_LT(largest_difference(b.effort, a.effort), 1e-10) << robot.name;
    orthogonal_complement::direct_dynamics(other, load, a.effort, k, b);
    EXPECT_LT(largest_difference(b.acceleration, k.dVr), 1e-8) << robot.name;
  }
  Kinematics copy = k;
  platform_legs::mass_and_bias(robot, load, copy, a);
  platform_legs::mass_and_bias(other, load, copy, b);
  EXPECT_LT(largest_difference(b.mass, a.mass), 1e-10) << robot.name;
  EXPECT_LT(largest_difference(b.bias, a.bias), 1e-10) << robot.name;
  EXPECT_LT(largest_difference(b.gravity, a.gravity), 1e-10) << robot.name;
}

void expect_same_at_loaded_states(const Robot& robot, const Robot& other) {
  std::mt19937_64 random(211);
  for (int s = 0; s < 10; ++s) {
    const test::State state(robot, random);
    expect_same(robot, other, state.load, state.kinematics);
  }
}

class EquivalentRobots : public test::Catalog {};

TEST_P(EquivalentRobots, NeedTheSameEfforts) { expect_same_at_loaded_states(robot, equivalent_robot(robot)); }

INSTANTIATE_TEST_SUITE_P(Robots, EquivalentRobots, ::testing::ValuesIn(catalog()), test::robot_name);

// Mass centres put on the lines between joints and tips, where masses move to the ends.
Robot straightened(const Robot& robot, std::mt19937_64& random) {
  Robot out = robot;
  for (Leg& leg : out.legs)
    for (const Tip& tip : leg.tips)
      if (tip.leg.body >= 0) leg.joints[tip.leg.body].body.com = (0.5 + 0.4 * random_vector(1, random)(0)) * tip.leg.frame.p;
  return out;
}

bool same_masses(const Robot& a, const Robot& b) {
  for (std::size_t i = 0; i < a.legs.size(); ++i)
    for (int j = 0; j < a.legs[i].freedoms(); ++j)
      if (a.legs[i].joints[j].body != b.legs[i].joints[j].body) return false;
  return a.nacelle.platform == b.nacelle.platform;
}

// A random state of a robot of any size, without a load.
void random_motion(const Robot& robot, std::mt19937_64& random, Kinematics& k) {
  Pose<double> pose;
  ASSERT_TRUE(sample_pose(robot, 0.4, 1e-4, random, pose, k).ok()) << robot.name;
  const double rate = std::sqrt(9.81 / robot.length);
  VecX<double> V = rate * random_vector(robot.mobility.n, random), A = rate * rate * random_vector(robot.mobility.n, random);
  for (int c = 0; c < robot.mobility.n; ++c)
    if (!robot.mobility.free[c].angular) V(c) *= robot.length, A(c) *= robot.length;
  velocity(robot, V, k);
  acceleration(robot, A, k);
}

TEST(EquivalentRobot, OfRandomRobotsOfEveryFamily) {
  int differ = 0, all = 0;
  for (std::size_t f = 0; f < test::robot_families().size(); ++f) {
    std::mt19937_64 random(1000 + f);
    const Robot drawn = assemble(read_robot_text(test::random_robot(test::robot_families()[f], random), test::robot_families()[f]));
    for (const Robot& robot : {drawn, straightened(drawn, random)}) {
      const Robot other = equivalent_robot(robot);
      differ += !same_masses(robot, other);
      ++all;
      Kinematics k(robot);
      for (int s = 0; s < 3 && !::testing::Test::HasFailure(); ++s) {
        random_motion(robot, random, k);
        expect_same(robot, other, {}, k);
      }
    }
  }
  EXPECT_GT(differ, all / 2);
}

TEST(EquivalentRobot, ProgramsOfRandomRobotsAgreeWithTheLibrary) {
  for (std::size_t f = 0; f < test::robot_families().size(); f += 3) {
    std::mt19937_64 random(2000 + f);
    const std::string& family = test::robot_families()[f];
    const Robot robot = straightened(assemble(read_robot_text(test::random_robot(family, random), family)), random);
    if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) continue;
    Kinematics k(robot);
    Dynamics d(robot);
    random_motion(robot, random, k);
    virtual_work::inverse_dynamics(robot, {}, k, d);
    const std::vector<double> effort = record(robot, {Model::idm}).evaluate(program_inputs(robot, {Model::idm}, k, d.effort));
    EXPECT_LT(largest_difference(Eigen::Map<const VecX<double>>(effort.data(), d.effort.size()), d.effort), 1e-9) << family;
    const std::vector<double> answer = record(robot, {Model::ddm}).evaluate(program_inputs(robot, {Model::ddm}, k, d.effort));
    EXPECT_LT(largest_difference(Eigen::Map<const VecX<double>>(answer.data(), k.dVr.size()), k.dVr), 1e-7) << family;
  }
}

bool is_empty(const RigidBody& body) { return body == RigidBody{}; }

TEST(EquivalentRobot, RodsAreTheirEnds) {
  const Robot robot = load_robot("delta"), other = equivalent_robot(robot);
  EXPECT_NEAR(other.nacelle.platform.mass, 0.6 + 6 * 0.03, 1e-12);  // half of each rod
  for (const Leg& leg : other.legs) {
    EXPECT_EQ(leg.joints[2].body.mass, 0.0);
    EXPECT_FALSE(is_empty(leg.joints[2].body));  // the inertia of both rods
    EXPECT_TRUE(is_empty(leg.joints[4].body));
    EXPECT_TRUE(leg.joints[0].body.inertia.isZero(0.0));  // a point, the rotor in it
  }
  for (const Actuator& a : other.actuators) EXPECT_EQ(a.rotor_inertia, 0.0);
}

TEST(EquivalentRobot, FrictionOfEquallyFastJointsIsOne) {
  const Robot robot = load_robot("delta"), other = equivalent_robot(robot);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j : {1, 2}) {
      const Friction &one = robot.legs[i].joints[j].friction, &both = other.legs[i].joints[j].friction;
      EXPECT_DOUBLE_EQ(both.viscous, 2 * one.viscous);
      EXPECT_DOUBLE_EQ(both.coulomb, 2 * one.coulomb);
      EXPECT_EQ(other.legs[i].joints[j + 2].friction.viscous, 0.0);
    }
}

TEST(EquivalentRobot, ArticulatedNacelleIsOneBody) {
  const Robot other = equivalent_robot(load_robot("quattro"));
  EXPECT_NEAR(other.nacelle.platform.mass, 0.3 + 0.25 + 0.25 + 0.15 + 8 * 0.035, 1e-12);
  for (const Joint& joint : other.nacelle.joints) EXPECT_TRUE(is_empty(joint.body)) << joint.name;
}

TEST(EquivalentRobot, StrutsHaveARoundInertia) {
  const Robot other = equivalent_robot(load_robot("gough_stewart"));
  for (const std::vector<PrincipalInertia>& leg : Dynamics(other).leg_inertia)
    for (const PrincipalInertia& inertia : leg) EXPECT_TRUE(inertia.spread[0] == 0.0 && inertia.spread[1] == 0.0);
}

// Additions and multiplications of inverse dynamics by P; `bodies_as_they_are` is what the bodies of the file need.
void expect_fewer(const std::string& name, double part, int bodies_as_they_are) {
  const OperationCount count = record(load_robot(name), {Model::idm}).count();
  EXPECT_LE(count.add + count.mul, (1.0 - part) * bodies_as_they_are) << name;
}

TEST(EquivalentRobot, NeedsFewerOperations) {
  expect_fewer("delta", 0.20, 704 + 1280);
  expect_fewer("quattro", 0.20, 1276 + 2098);
  expect_fewer("gough_stewart", 0.05, 1201 + 1833);
  expect_fewer("orthoglide", 0.15, 770 - 25);
  expect_fewer("hexaglide", 0.05, 2647 - 50);
}

TEST(EquivalentRobot, OddRodsKeepTheirEfforts) {
  Robot robot = load_robot("delta");
  std::mt19937_64 random(5);
  for (Leg& leg : robot.legs) {
    leg.joints[2].body.inertia = Vec3<double>(1e-4, 3e-3, 5e-3).asDiagonal();  // not round
    leg.joints[4].body.com = {0.3, 0.02, -0.01};                               // off its line
    leg.joints[1].body = {0.02, {0.0, 0.01, 0.03}, 1e-5 * Mat3<double>::Identity()};
    for (Joint& joint : leg.joints) joint.friction = {0.1 + random_vector(1, random)(0) / 20, 0.2 + random_vector(1, random)(0) / 10};
    for (Tip& tip : leg.tips) tip.friction = {0.01, 0.03};
  }
  robot.legs[0].joints[2].body.mass = 0.0;
  robot.legs[0].joints[2].body.inertia.setZero();
  const Robot other = equivalent_robot(robot);
  EXPECT_FALSE(same_masses(robot, other));
  EXPECT_EQ(robot.legs[1].joints[4].body, other.legs[1].joints[4].body);
  expect_same_at_loaded_states(robot, other);
}

// A rod between two balls spins by itself and is no body of revolution.
TEST(EquivalentRobot, SpinningRodsKeepTheirEfforts) {
  std::mt19937_64 random(17);
  const std::string family = "6-RSS idle spins left out";
  Robot robot = straightened(assemble(read_robot_text(test::random_robot(family, random), family)), random);
  for (Leg& leg : robot.legs) leg.joints[leg.tips[0].leg.body].body.inertia.diagonal() += 1e-3 * Vec3<double>(1.0, 2.0, 2.5);
  Kinematics k(robot);
  for (int s = 0; s < 5; ++s) {
    random_motion(robot, random, k);
    expect_same(robot, equivalent_robot(robot), {}, k);
  }
}

TEST(EquivalentRobot, OfARobotWithoutMassIsItself) {
  const Robot robot = assemble(read_robot_file(GOUGH_SOURCE_DIR "/tests/repro/massless.toml"));
  EXPECT_TRUE(same_masses(robot, equivalent_robot(robot)));
}

}  // namespace
}  // namespace gough
