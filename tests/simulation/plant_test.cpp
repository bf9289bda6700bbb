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

  MotionState at{state.kinematics.pose, state.Vr};

  // The state's load as inputs of a plant.
  std::unique_ptr<Plant> plant(bool by_programs, Plant::Payload changes = Plant::Payload::constant) {
    points.clear();
    for (const ExternalWrench& w : state.load.wrenches) points.push_back({w.leg, w.body, w.point});
    auto out = std::make_unique<Plant>(robot, state.load.payload, points, by_programs, changes);
    input = out->input();
    input.effort = 5.0 * random_vector(static_cast<int>(robot.actuators.size()), random);
    for (std::size_t p = 0; p < points.size(); ++p) {
      input.wrench.segment<3>(6 * p) = state.load.wrenches[p].force;
      input.wrench.segment<3>(6 * p + 3) = state.load.wrenches[p].moment;
    }
    return out;
  }

  StateTerms terms_of(Plant& p) {
    StateTerms out = p.terms();
    EXPECT_NE(p.inspect(at, 0.0, out).status, Status::unreachable);
    return out;
  }

  FrictionRates rates_of(Plant& p, double h) {
    FrictionRates out{input.friction, input.friction};
    VecX<double> work = state.Vr;
    EXPECT_TRUE(friction_rates(terms_of(p), p.friction_points(), input, h, work, out));
    return out;
  }

  // Coulomb's efforts of friction points that move.
  void slide(Plant& p) {
    const VecX<double> rate = rates_of(p, 0.0).now;
    for (const FrictionPoint& c : p.friction_points())
      input.friction.segment(c.first, c.size) = c.coulomb * rate.segment(c.first, c.size).normalized();
  }

  void expect_same(Plant& one, Plant& other);
};

// Contacts, wrenches and payload as inputs against the direct dynamics that have friction and loads inside.
TEST_P(PlantTest, IsTheDirectDynamics) {
  const auto p = plant(false);
  slide(*p);
  KinematicsData<double> k(robot);
  DynamicsData<double> d(robot);
  (void)direct_dynamics(robot, Formulation::platform_legs, state.load, state.kinematics.pose, state.Vr, input.effort, k, d);
  VecX<double> VN(robot.nacelle.freedoms()), dVr(robot.mobility.n);
  ASSERT_TRUE(p->motion(state.kinematics.pose, state.Vr, input, VN, dVr));
  EXPECT_LT(relative_error(dVr, d.acceleration), 1e-11);
  EXPECT_LT(relative_error(VN, k.VN), 1e-13);
  StateTerms terms = p->terms();
  const Outcome outcome = p->inspect(at, 0.0, terms);
  const Energy e = energy(robot, state.load, k);
  EXPECT_NEAR(terms.kinetic, e.kinetic, 1e-12 * e.kinetic);
  EXPECT_NEAR(terms.potential, e.potential, 1e-12 * (1.0 + std::abs(e.potential)));
  const Outcome library = position(robot, state.kinematics.pose, k);
  EXPECT_EQ(outcome.status, Status::ok);
  if (library.ok()) {
    EXPECT_NEAR(outcome.measure, library.measure, 1e-12);
  }
  VecX<double> expected(input.effort.size());
  actuated_positions(robot, k, expected);
  EXPECT_LT((terms.qa - expected).norm(), 1e-13);
}

// The terms of a state against what is found without them: V̇_r under efforts, wrenches and friction, E, and rates after a step from V̇_r.
TEST_P(PlantTest, TermsTellTheMotion) {
  const auto p = plant(false);
  slide(*p);
  const StateTerms terms = terms_of(*p);
  VecX<double> VN(robot.nacelle.freedoms()), dVr(robot.mobility.n), by_terms(robot.mobility.n);
  ASSERT_TRUE(p->motion(at.pose, at.Vr, input, VN, dVr));
  ASSERT_TRUE(motion(terms, input, by_terms));
  EXPECT_LT(relative_error(by_terms, dVr), 1e-11);
  EXPECT_LT(relative_error(terms.VN, VN), 1e-13);
  FrictionTerms found = p->no_friction_terms(), expected = found;
  ASSERT_TRUE(p->friction_terms(at.pose, expected));
  ASSERT_TRUE(friction_terms(terms, found));
  EXPECT_LT((found.E - expected.E).norm(), 1e-12 * (1.0 + expected.E.norm()));
  const double h = 1e-2;
  const VecX<double> after = terms.D * (at.Vr + h * dVr);
  EXPECT_LT((rates_of(*p, h).after - after).norm(), 1e-11 * (1.0 + after.norm()));
}

INSTANTIATE_TEST_SUITE_P(Robots, PlantTest, ::testing::ValuesIn(catalog()), robot_name);

class PlantByPrograms : public PlantTest {};

void PlantTest::expect_same(Plant& library, Plant& programs) {
  VecX<double> VN[2], dVr[2];
  FrictionTerms metric[2];
  FrictionRates rates[2];
  StateTerms terms[2];
  Outcome outcome[2];
  Plant* plants[2] = {&library, &programs};
  for (int k = 0; k < 2; ++k) {
    VN[k].setZero(robot.nacelle.freedoms());
    dVr[k].setZero(robot.mobility.n);
    ASSERT_TRUE(plants[k]->motion(at.pose, at.Vr, input, VN[k], dVr[k]));
    ASSERT_TRUE(plants[k]->friction_terms(at.pose, metric[k]));
    rates[k] = rates_of(*plants[k], 1e-2);
    terms[k] = plants[k]->terms();
    outcome[k] = plants[k]->inspect(at, 1e-3, terms[k]);
  }
  EXPECT_LT(relative_error(dVr[1], dVr[0]), 1e-10);
  EXPECT_LT(relative_error(VN[1], VN[0]), 1e-12);
  EXPECT_LT(relative_error(terms[1].VN, VN[0]), 1e-12);
  EXPECT_LT((metric[1].E - metric[0].E).norm(), 1e-11 * (1.0 + metric[0].E.norm()));
  EXPECT_LT((rates[1].now - rates[0].now).norm(), 1e-11 * (1.0 + rates[0].now.norm()));
  EXPECT_LT((rates[1].after - rates[0].after).norm(), 1e-10 * (1.0 + rates[0].after.norm()));
  EXPECT_EQ(outcome[1].status, outcome[0].status);
  EXPECT_NEAR(outcome[1].measure, outcome[0].measure, 1e-10);
  EXPECT_LT((terms[1].qa - terms[0].qa).norm() + (terms[1].dqa - terms[0].dqa).norm(), 1e-11 * (1.0 + terms[0].dqa.norm()));
  EXPECT_NEAR(terms[1].kinetic, terms[0].kinetic, 1e-11 * terms[0].kinetic);
  EXPECT_NEAR(terms[1].potential, terms[0].potential, 1e-11 * (1.0 + std::abs(terms[0].potential)));
  VecX<double> by_terms(robot.mobility.n);
  ASSERT_TRUE(motion(terms[1], input, by_terms));
  EXPECT_LT(relative_error(by_terms, dVr[0]), 1e-10);
}

TEST_P(PlantByPrograms, AgreesWithTheLibrary) {
  const auto library = plant(false), programs = plant(true);
  EXPECT_FALSE(library->is_by_programs());
  EXPECT_TRUE(programs->is_by_programs());
  slide(*library);
  expect_same(*library, *programs);
}

// One program for every payload.
TEST_P(PlantByPrograms, CarriesWhatItIsGiven) {
  const RigidBody carried = state.load.payload;
  state.load.payload = {};
  const auto programs = plant(true, Plant::Payload::input);
  state.load.payload = carried;
  const auto library = plant(false);
  slide(*library);
  programs->carry(carried);
  expect_same(*library, *programs);
  EXPECT_THROW(library->carry(carried), std::logic_error);
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
    KinematicsData<double> k(robot);
    const Outcome home = position(robot, robot.home, k);  // rounding grows with the inverse of the distance from a singularity
    const MotionState at{robot.home, 0.1 * random_vector(robot.mobility.n, random)};
    VecX<double> VN[2], dVr[2];
    FrictionRates rates[2];
    Plant* plants[2] = {&library, &programs};
    for (int k = 0; k < 2; ++k) {
      VN[k].setZero(robot.nacelle.freedoms());
      dVr[k].setZero(robot.mobility.n);
      ASSERT_TRUE(plants[k]->motion(at.pose, at.Vr, input, VN[k], dVr[k])) << robot_families()[f];
      StateTerms terms = plants[k]->terms();
      (void)plants[k]->inspect(at, 0.0, terms);
      rates[k] = {input.friction, input.friction};
      VecX<double> work = at.Vr;
      ASSERT_TRUE(friction_rates(terms, plants[k]->friction_points(), input, 1e-3, work, rates[k])) << robot_families()[f];
    }
    EXPECT_LT(relative_error(dVr[1], dVr[0]), 1e-9) << robot_families()[f];
    EXPECT_LT(relative_error(VN[1], VN[0]), 1e-12 / home.measure) << robot_families()[f] << ", " << home.measure << " from a singularity";
    EXPECT_LT((rates[1].after - rates[0].after).norm(), 1e-9 * (1.0 + rates[0].after.norm())) << robot_families()[f];
  }
}

}  // namespace
}  // namespace gough::test
