#include "gough/dynamics/equivalent_robot.hpp"

#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/model/changed_robot.hpp"
#include "gough/model/pose_coordinates.hpp"
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

// Largest acceleration that forces as large as those of this motion could make, did none cancel another: efforts of the legs' joints and of
// the motors, each by itself on the platform.
double answer_of(const Robot& robot, const Load& load, const Kinematics& k) {
  Dynamics data(robot);
  Kinematics copy = k;
  platform_legs::mass_and_bias(robot, load, copy, data);
  const MatX<double> response = inverse(data.mass).cwiseAbs();
  platform_legs::inverse_dynamics(robot, load, k, data);
  VecX<double> forces = k.Jinv.transpose().cwiseAbs() * data.effort.cwiseAbs();
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    MatX<double> G(robot.legs[i].rows, k.Psi.rows()), K(robot.legs[i].freedoms(), robot.mobility.n);
    free_joint_map(robot, static_cast<int>(i), k, G, K);
    forces += K.transpose().cwiseAbs() * data.platform_legs->leg_effort[i].cwiseAbs();
  }
  return (response * forces).maxCoeff();
}

// Efforts by V and accelerations by N, which the comparison inside does not use, and the mass matrix by P. At the distance d from a
// singularity the rates are rounded by ε/d², and as large a part of the forces errs before they cancel: it moves the robot by so much of
// what they all could (as RobotCheck::direct has it).
void expect_same(const Robot& robot, const Robot& other, const Load& load, const Kinematics& k, double d) {
  Dynamics a(robot), b(other);
  if (static_cast<int>(robot.actuators.size()) >= robot.mobility.n) {
    virtual_work::inverse_dynamics(robot, load, k, a);
    virtual_work::inverse_dynamics(other, load, k, b);
    EXPECT_LT(largest_difference(b.effort, a.effort), 1e-10) << robot.name;
    orthogonal_complement::direct_dynamics(other, load, a.effort, k, b);
    const double largest = std::max(k.dVr.cwiseAbs().maxCoeff(), 1e-6 / (d * d) * answer_of(robot, load, k));
    EXPECT_LT((b.acceleration - k.dVr).cwiseAbs().maxCoeff(), 1e-8 * largest) << robot.name;
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
    expect_same(robot, other, state.load, state.kinematics, 1.0);
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
  refresh(out);
  return out;
}

bool same_masses(const Robot& a, const Robot& b) {
  for (std::size_t i = 0; i < a.legs.size(); ++i)
    for (int j = 0; j < a.legs[i].freedoms(); ++j)
      if (a.legs[i].joints[j].body != b.legs[i].joints[j].body) return false;
  return a.nacelle.platform == b.nacelle.platform;
}

// A random state of a robot of any size, without a load, and its distance from a singularity: 0 where none is regular.
double random_motion(const Robot& robot, std::mt19937_64& random, Kinematics& k) {
  VecX<double> step = 0.03 * random_vector(robot.mobility.n, random);
  for (int c = 0; c < robot.mobility.n; ++c)
    if (!robot.mobility.free[c].angular) step(c) *= robot.length;
  Pose<double> pose = moved(robot, robot.home, robot.mobility.Psi * step);
  k = Kinematics(robot);
  const Outcome outcome = project_near(robot, pose, k);
  if (!outcome.ok() || outcome.measure <= 1e-4) return 0.0;
  const double rate = std::sqrt(9.81 / robot.length);
  VecX<double> V = rate * random_vector(robot.mobility.n, random), A = rate * rate * random_vector(robot.mobility.n, random);
  for (int c = 0; c < robot.mobility.n; ++c)
    if (!robot.mobility.free[c].angular) V(c) *= robot.length, A(c) *= robot.length;
  velocity(robot, V, k);
  acceleration(robot, A, k);
  return outcome.measure;
}

// Calls f(robot, random) for a random robot of each family: as drawn, and straightened.
template <class F>
void for_each_random_robot(const std::vector<std::string>& families, const F& f) {
  unsigned long seed = 0;
  for (const std::string& family : families) {
    std::mt19937_64 random(++seed * 1000000ul);
    const Robot drawn = assemble(read_robot_text(test::random_robot(family, random), family));
    f(drawn, random);
    f(straightened(drawn, random), random);
  }
}

TEST(EquivalentRobot, OfRandomRobotsOfEveryFamily) {
  int all = 0, moved = 0, states = 0;
  for_each_random_robot(test::robot_families(), [&](const Robot& robot, std::mt19937_64& random) {
    const Robot other = equivalent_robot(robot);
    ++all;
    moved += !same_masses(robot, other);
    Kinematics k(robot);
    for (int s = 0; s < 2; ++s) {
      const double distance = random_motion(robot, random, k);
      if (distance == 0.0) continue;
      ++states;
      expect_same(robot, other, {}, k, distance);
    }
  });
  EXPECT_GT(states, all);
  EXPECT_GT(moved, all / 2);
}

TEST(EquivalentRobot, ProgramsOfRandomRobotsAgreeWithTheLibrary) {
  const std::vector<std::string> families{"6-UPS",           "3-RRR planar", "5-bar",
                                          "spherical 3-RRR", "3-RPS",        "delta with parallelograms",
                                          "serial RRR",      "6-RUS",        "linear delta with parallelograms"};
  int compared = 0;
  for_each_random_robot(families, [&](const Robot& robot, std::mt19937_64& random) {
    Kinematics k(robot);
    if (random_motion(robot, random, k) == 0.0) return;
    Dynamics d(robot);
    virtual_work::inverse_dynamics(robot, {}, k, d);
    const std::vector<double> effort = record(robot, {Model::idm}).evaluate(program_inputs(robot, {Model::idm}, k, d.effort));
    EXPECT_LT(largest_difference(Eigen::Map<const VecX<double>>(effort.data(), d.effort.size()), d.effort), 1e-9) << robot.name;
    const std::vector<double> answer = record(robot, {Model::ddm}).evaluate(program_inputs(robot, {Model::ddm}, k, d.effort));
    EXPECT_LT(largest_difference(Eigen::Map<const VecX<double>>(answer.data(), k.dVr.size()), k.dVr), 1e-7) << robot.name;
    ++compared;
  });
  EXPECT_GT(compared, 9);
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
  for (const Leg& leg : other.legs)
    for (const PrincipalInertia& inertia : leg.inertia) EXPECT_TRUE(inertia.spread[0] == 0.0 && inertia.spread[1] == 0.0);
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
  expect_fewer("orthoglide", 0.15, 264 + 487);
  expect_fewer("hexaglide", 0.05, 1015 + 1567);
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
  refresh(robot);
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
  refresh(robot);
  Kinematics k(robot);
  const Robot other = equivalent_robot(robot);
  EXPECT_EQ(other.legs[0].joints[other.legs[0].tips[0].leg.body].body.mass, 0.0);
  int states = 0;
  for (int draw = 0; draw < 10; ++draw) {
    const double distance = random_motion(robot, random, k);
    if (distance == 0.0) continue;
    expect_same(robot, other, {}, k, distance);
    ++states;
  }
  EXPECT_GT(states, 3);
}

// What is singular in the robot must be so in what is recorded, not hidden by rounding.
TEST(EquivalentRobot, IsTheRobotWhereAFreedomMovesNoMass) {
  Robot robot = load_robot("five_bar");
  const RigidBody arm = robot.legs[0].joints[0].body;
  for (Leg& leg : robot.legs)
    for (Joint& joint : leg.joints) joint.body = {};
  for (Actuator& actuator : robot.actuators) actuator.rotor_inertia = 0.0;
  robot.nacelle.platform = {};
  robot.legs[0].joints[0].body = arm;
  refresh(robot);
  EXPECT_TRUE(same_masses(robot, equivalent_robot(robot)));
  robot.nacelle.platform.mass = 1.0;
  EXPECT_FALSE(same_masses(robot, equivalent_robot(robot)));
}

}  // namespace
}  // namespace gough
