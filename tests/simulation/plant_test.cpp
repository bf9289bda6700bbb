#include "gough/simulation/plant.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/joint_effort.hpp"
#include "gough/math/cholesky.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/dynamics/states.hpp"

namespace gough::test {
namespace {

class PlantTest : public Catalog {
 protected:
  std::mt19937_64 random{7};
  State state{robot, random};
  std::vector<WrenchPoint> points;
  PlantInput input;

  // The state's load as inputs of a plant.
  std::unique_ptr<Plant> plant(bool by_programs) {
    points.clear();
    for (const ExternalWrench& w : state.load.wrenches) points.push_back({w.leg, w.body, w.point});
    auto out = std::make_unique<Plant>(robot, state.load.payload, points, by_programs);
    input = out->input();
    input.effort = 5.0 * random_vector(static_cast<int>(robot.actuators.size()), random);
    for (std::size_t p = 0; p < points.size(); ++p) {
      input.wrench.segment<3>(6 * p) = state.load.wrenches[p].force;
      input.wrench.segment<3>(6 * p + 3) = state.load.wrenches[p].moment;
    }
    return out;
  }

  // Coulomb's efforts of friction_points that move.
  void slide(Plant& p) {
    ContactRates rates;
    ASSERT_TRUE(p.friction_rates({state.kinematics.pose, state.Vr}, input, 0.0, rates));
    const VecX<double>& rate = rates.now;
    for (const FrictionPoint& c : p.friction_points())
      input.friction.segment(c.first, c.size) = c.coulomb * rate.segment(c.first, c.size).normalized();
  }
};

// Contacts, wrenches and payload as inputs against the direct dynamics that have friction and loads inside.
TEST_P(PlantTest, IsTheDirectDynamics) {
  const auto p = plant(false);
  slide(*p);
  KinematicsData<double> k(robot);
  DynamicsData<double> d(robot);
  direct_dynamics(robot, Formulation::platform_legs, state.load, state.kinematics.pose, state.Vr, input.effort, k, d);
  VecX<double> VN(robot.nacelle.freedoms()), dVr(robot.mobility.n);
  ASSERT_TRUE(p->motion(state.kinematics.pose, state.Vr, input, VN, dVr));
  EXPECT_LT(relative_error(dVr, d.acceleration), 1e-11);
  EXPECT_LT(relative_error(VN, k.VN), 1e-13);
  EnergyReading seen;
  p->observe({state.kinematics.pose, state.Vr}, seen);
  const Energy e = energy(robot, state.load, k);
  EXPECT_NEAR(seen.kinetic, e.kinetic, 1e-12 * e.kinetic);
  EXPECT_NEAR(seen.potential, e.potential, 1e-12 * (1.0 + std::abs(e.potential)));
  VecX<double> qa(input.effort.size()), dqa(input.effort.size()), expected(input.effort.size());
  const Outcome outcome = p->inspect({state.kinematics.pose, state.Vr}, 0.0, qa, dqa), library = position(robot, state.kinematics.pose, k);
  EXPECT_EQ(outcome.status, Status::ok);
  if (library.ok()) {
    EXPECT_NEAR(outcome.measure, library.measure, 1e-12);
  }
  actuated_positions(robot, k, expected);
  EXPECT_LT((qa - expected).norm(), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Robots, PlantTest, ::testing::ValuesIn(catalog()), robot_name);

class PlantByPrograms : public PlantTest {};

TEST_P(PlantByPrograms, AgreesWithTheLibrary) {
  const auto library = plant(false), programs = plant(true);
  EXPECT_FALSE(library->is_by_programs());
  EXPECT_TRUE(programs->is_by_programs());
  slide(*library);
  const MotionState at{state.kinematics.pose, state.Vr};
  VecX<double> VN[2], dVr[2], qa[2], dqa[2];
  FrictionTerms terms[2];
  ContactRates rates[2];
  EnergyReading seen[2];
  Outcome outcome[2];
  Plant* plants[2] = {library.get(), programs.get()};
  for (int k = 0; k < 2; ++k) {
    VN[k].setZero(robot.nacelle.freedoms());
    dVr[k].setZero(robot.mobility.n);
    qa[k].setZero(input.effort.size());
    dqa[k].setZero(input.effort.size());
    ASSERT_TRUE(plants[k]->motion(at.pose, at.Vr, input, VN[k], dVr[k]));
    ASSERT_TRUE(plants[k]->contact_terms(at.pose, terms[k]));
    ASSERT_TRUE(plants[k]->friction_rates(at, input, 1e-2, rates[k]));
    outcome[k] = plants[k]->inspect(at, 1e-3, qa[k], dqa[k]);
    plants[k]->observe(at, seen[k]);
  }
  EXPECT_LT(relative_error(dVr[1], dVr[0]), 1e-10);
  EXPECT_LT(relative_error(VN[1], VN[0]), 1e-12);
  EXPECT_LT((terms[1].E - terms[0].E).norm(), 1e-11 * (1.0 + terms[0].E.norm()));
  EXPECT_LT((rates[1].now - rates[0].now).norm(), 1e-11 * (1.0 + rates[0].now.norm()));
  EXPECT_LT((rates[1].after - rates[0].after).norm(), 1e-10 * (1.0 + rates[0].after.norm()));
  EXPECT_EQ(outcome[1].status, outcome[0].status);
  EXPECT_NEAR(outcome[1].measure, outcome[0].measure, 1e-10);
  EXPECT_LT((qa[1] - qa[0]).norm() + (dqa[1] - dqa[0]).norm(), 1e-11 * (1.0 + dqa[0].norm()));
  EXPECT_NEAR(seen[1].kinetic, seen[0].kinetic, 1e-11 * seen[0].kinetic);
  EXPECT_NEAR(seen[1].potential, seen[0].potential, 1e-11 * (1.0 + std::abs(seen[0].potential)));
}

INSTANTIATE_TEST_SUITE_P(Robots, PlantByPrograms, ::testing::ValuesIn(catalog()), robot_name);

// One of each family, at home, where it is regular.
TEST(PlantOfRandomRobots, AgreesWithTheLibrary) {
  for (std::size_t f = 0; f < robot_families().size(); ++f) {
    std::mt19937_64 random(900000 + f);
    const Robot robot = assemble(read_robot_text(random_robot(robot_families()[f], random), robot_families()[f]));
    Plant library(robot, RigidBody{}, {}, false), programs(robot, RigidBody{}, {});
    ASSERT_TRUE(programs.is_by_programs());
    PlantInput input = library.input();
    input.effort = random_vector(static_cast<int>(robot.actuators.size()), random);
    const MotionState at{robot.home, 0.1 * random_vector(robot.mobility.n, random)};
    VecX<double> VN[2], dVr[2];
    ContactRates rates[2];
    Plant* plants[2] = {&library, &programs};
    for (int k = 0; k < 2; ++k) {
      VN[k].setZero(robot.nacelle.freedoms());
      dVr[k].setZero(robot.mobility.n);
      ASSERT_TRUE(plants[k]->motion(at.pose, at.Vr, input, VN[k], dVr[k])) << robot_families()[f];
      ASSERT_TRUE(plants[k]->friction_rates(at, input, 1e-3, rates[k])) << robot_families()[f];
    }
    EXPECT_LT(relative_error(dVr[1], dVr[0]), 1e-9) << robot_families()[f];
    EXPECT_LT(relative_error(VN[1], VN[0]), 1e-11) << robot_families()[f];
    EXPECT_LT((rates[1].after - rates[0].after).norm(), 1e-9 * (1.0 + rates[0].after.norm())) << robot_families()[f];
  }
}

}  // namespace
}  // namespace gough::test
