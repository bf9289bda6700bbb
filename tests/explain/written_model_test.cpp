#include "gough/explain/written_model.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/joint_effort.hpp"
#include "gough/identification/base_parameters.hpp"
#include "gough/kinematics/elimination.hpp"
#include "gough/model/names.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/robots.hpp"

namespace gough::explain {
namespace {

using Path = std::vector<std::string>;

const MatX<double>& value(const Part& part, const Path& path) {
  const WrittenMatrix* m = find_matrix(part, path);
  if (!m) throw std::logic_error("no matrix " + path.back());
  return m->value;
}

class WrittenModelOf : public test::Catalog {
 protected:
  std::mt19937_64 random{11};
  KinematicsData<double> k{robot};
  Load load;

  void SetUp() override {
    random_state(robot, random, k);
    load.payload = {1.5, {0.02, -0.01, 0.03}, 1e-3 * Mat3<double>::Identity()};
    load.wrenches.push_back({-1, 0, {0.1, 0.0, -0.05}, {3.0, -2.0, 5.0}, {0.4, 0.1, -0.3}});
  }
  VecX<double> efforts(Formulation f) {
    DynamicsData<double> data(robot);
    inverse_dynamics(robot, f, load, k, data);
    return data.effort;
  }
  bool takes(Formulation f) { return f != Formulation::elements || elements::missing_element(robot, load).empty(); }

  // What is left of an equation, of the sum of its terms' sizes. Each term is a sum of some hundred rounded products of numbers that
  // formulations find on different ways, so that 1e-12 is some ten thousand roundings.
  static void expect_zero(const VecX<double>& rest, const std::vector<VecX<double>>& terms, const char* what) {
    double size = 0.0;
    for (const VecX<double>& t : terms) size += t.norm();
    EXPECT_LT(rest.norm(), 1e-12 * size) << what;
  }
};

TEST_P(WrittenModelOf, ElementsAreTheLinearImplicitModel) {
  if (!takes(Formulation::elements)) {
    try {
      (void)written_part(robot, Formulation::elements, load, k);
      FAIL() << "a model of elements without elements";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(elements::missing_element(robot, load)), std::string::npos);
    }
    return;
  }
  const Part part = written_part(robot, Formulation::elements, load, k);
  const VecX<double> tau = efforts(Formulation::elements), A_tau = value(part, {"A"}) * tau, b = value(part, {"b"});
  expect_zero(A_tau + b, {A_tau, b}, "A Γ + b");
  const MatX<double>& A = value(part, {"A"});
  EXPECT_LT((A - k.Jinv.transpose()).norm(), 1e-9 * A.norm());
  // b gathered leg by leg, and the constraints of the actuated columns
  VecX<double> sum = value(part, {"F_N"});
  for (const Leg& leg : robot.legs) sum += value(part, {"legs", leg.name, "M"}).transpose() * value(part, {"legs", leg.name, "F"});
  EXPECT_LT((sum - value(part, {"b_N"})).norm(), 1e-12 * (sum.norm() + value(part, {"F_N"}).norm()));
}

// The rates of the motion basis by differentiated directions, lengths and spins.
TEST_P(WrittenModelOf, TheMotionBasisFollowsFromTheNacelle) {
  if (!takes(Formulation::elements)) return;
  const Part part = written_part(robot, Formulation::elements, load, k);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    const VecX<double> u = value(part, {"legs", leg.name, "M"}) * k.VN;
    std::vector<double> expected;
    for (std::size_t e = 0; e < leg.elements.size(); ++e) {
      const ElementMotion<double> s = element_motion(leg, leg.elements[e], k.legs[i]);
      expected.insert(expected.end(), {s.dx.x(), s.dx.y(), s.dx.z()});
      if (leg.graph.extends[e]) expected.push_back(s.dd);
      expected.push_back(s.root_spin);
      if (leg.graph.spins[e]) expected.push_back(s.spin);
    }
    ASSERT_EQ(u.size(), static_cast<Eigen::Index>(expected.size()));
    for (Eigen::Index r = 0; r < u.size(); ++r)
      EXPECT_NEAR(u(r), expected[r], 1e-9 * (1.0 + u.cwiseAbs().maxCoeff())) << leg.name << " row " << r;
  }
}

// Virtual power: dynamic coordinates on the basis, and the local forces on the bodies, do the same work.
TEST_P(WrittenModelOf, LocalForcesHaveThePowerOfTheDynamicCoordinates) {
  bool smooth = takes(Formulation::elements) && robot.nacelle.joints.empty();
  for (const Leg& leg : robot.legs)
    for (const Tip& tip : leg.tips) smooth &= !has_friction(tip.friction);
  if (!smooth) return;  // friction of tips and joints of the nacelle stand in no table
  const Part part = written_part(robot, Formulation::elements, load, k);
  double coordinates = value(part, {"F_N"}).col(0).dot(k.VN), local = 0.0, size = std::abs(coordinates);
  for (int b = 0; b < robot.nacelle.bodies(); ++b) {
    const Vec3<double> c = k.nacelle.body[b].R * nacelle_body(robot, load, b).com;
    const VecX<double> f = value(part, {"nacelle", robot.nacelle.body_names[b], "forces"}).rowwise().sum();
    local += f.head<3>().dot(velocity_at<double>(k.nacelle.velocity[b], c)) + f.tail<3>().dot(k.nacelle.velocity[b].angular);
  }
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    const VecX<double> u = value(part, {"legs", leg.name, "M"}) * k.VN;
    coordinates += value(part, {"legs", leg.name, "F"}).col(0).dot(u);
    local += value(part, {"legs", leg.name, "joint_efforts"}).rowwise().sum().dot(k.legs[i].dq);
    for (std::size_t j = 0; j < leg.joints.size(); ++j) {
      const WrittenMatrix* forces = find_matrix(part, {"legs", leg.name, "bodies", leg.joints[j].name, "forces"});
      if (!forces) continue;
      const VecX<double> f = forces->value.rowwise().sum();
      const Vec3<double> c = k.legs[i].body[j].R * leg.joints[j].body.com;
      const double power = f.head<3>().dot(velocity_at<double>(k.legs[i].velocity[j], c)) + f.tail<3>().dot(k.legs[i].velocity[j].angular);
      local += power;
      size += std::abs(power);
      if (const WrittenMatrix* map = find_matrix(part, {"legs", leg.name, "bodies", leg.joints[j].name, "coordinates"})) {
        EXPECT_NEAR(f.dot(map->value * u), power, 1e-9 * (1.0 + std::abs(power))) << leg.name << " " << leg.joints[j].name;
      }
    }
  }
  EXPECT_NEAR(coordinates, local, 1e-9 * (1.0 + size));
}

TEST_P(WrittenModelOf, BodiesAreVirtualWork) {
  const Part part = written_part(robot, Formulation::virtual_work, load, k);
  VecX<double> sum = value(part, {"W_joints"}) * value(part, {"p_joints"}) + value(part, {"w"});
  std::vector<VecX<double>> terms{sum};
  const auto add = [&](Path path) {
    const auto at = [&](const char* key) -> const WrittenMatrix* {
      Path whole = path;
      whole.emplace_back(key);
      return find_matrix(part, whole);
    };
    if (!at("J")) return;
    terms.emplace_back(at("J")->value.transpose() * (at("Omega")->value * at("p")->value));
    sum += terms.back();
  };
  for (const Leg& leg : robot.legs)
    for (const Joint& joint : leg.joints) add({"legs", leg.name, "bodies", joint.name});
  for (const std::string& name : robot.nacelle.body_names) add({"nacelle", name});
  terms.emplace_back(value(part, {"Jinv"}).transpose() * efforts(Formulation::virtual_work));
  expect_zero(terms.back() - sum, terms, "J_invᵀ τ − W p − w");
  expect_zero(terms.back() - value(part, {"force"}), terms, "J_invᵀ τ − its sum");
}

TEST_P(WrittenModelOf, PlatformAndLegs) {
  const Part part = written_part(robot, Formulation::platform_legs, load, k);
  VecX<double> on_nacelle = value(part, {"w_N"});
  MatX<double> mass = value(part, {"M_N"});
  std::vector<VecX<double>> terms{on_nacelle};
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Path leg{"legs", robot.legs[i].name};
    const auto of_leg = [&](const char* key) -> const MatX<double>& { return value(part, {leg[0], leg[1], key}); };
    const VecX<double> rates = of_leg("G") * k.VN;
    EXPECT_LT((rates - k.legs[i].dq).norm(), 1e-9 * (1.0 + rates.norm()));
    const VecX<double> left = of_leg("J") * rates, right = of_leg("B") * k.VN;
    EXPECT_LT((left - right).norm(), 1e-9 * (1.0 + right.norm()));
    terms.emplace_back(of_leg("G").transpose() * of_leg("tau"));
    on_nacelle += terms.back();
    mass += of_leg("G").transpose() * of_leg("M") * of_leg("G");
  }
  const MatX<double>&Psi = value(part, {"Psi"}), &M = value(part, {"M_rob"});
  terms.emplace_back(value(part, {"Jinv"}).transpose() * efforts(Formulation::platform_legs));
  expect_zero(terms.back() - Psi.transpose() * on_nacelle, terms, "J_invᵀ τ − Ψᵀ F_N");
  EXPECT_LT((M - Psi.transpose() * mass * Psi).norm(), 1e-10 * M.norm());
  const VecX<double> inertia = M * value(part, {"dVr"}), c = value(part, {"c_rob"});
  terms.push_back(inertia);
  terms.push_back(c);
  expect_zero(terms[terms.size() - 3] - inertia - c, terms, "J_invᵀ τ − M_rob V̇_r − c_rob");
}

TEST_P(WrittenModelOf, Complement) {
  const Part part = written_part(robot, Formulation::orthogonal_complement, load, k);
  const MatX<double>&M = value(part, {"M"}), &N = value(part, {"N"}), &T = value(part, {"T"});
  const VecX<double> u = value(part, {"u"}), inertia = M * value(part, {"du"}), velocity = N * u, outside = value(part, {"tau_W"});
  const VecX<double> driven = value(part, {"Lambda"}) * efforts(Formulation::orthogonal_complement);
  // J_inv⁻¹ enters M, N and T up to three times
  const double loss = 1.0 / std::min(1.0, actuation_distance(robot, k));
  EXPECT_LT((inertia + velocity - outside - driven).norm(),
            1e-12 * loss * loss * (inertia.norm() + velocity.norm() + outside.norm() + driven.norm()));
  EXPECT_LT((T * u - k.VN).norm(), 1e-10 * loss * (1.0 + k.VN.norm()));
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const MatX<double>& L = value(part, {"legs", robot.legs[i].name, "L"});
    EXPECT_LT((L * u - k.legs[i].dq).norm(), 1e-10 * loss * (1.0 + k.legs[i].dq.norm())) << robot.legs[i].name;
  }
  if (const WrittenMatrix* Z = find_matrix(part, {"Z"})) {
    const VecX<double> left = Z->value * k.dqa, right = value(part, {"Y"}) * k.VN.head<6>();
    EXPECT_LT((left - right).norm(), 1e-10 * (left.norm() + right.norm()));
  }
}

TEST_P(WrittenModelOf, WhatIsSaidToStayStays) {
  KinematicsData<double> home(robot);
  ASSERT_TRUE(position(robot, robot.home, home).answered());
  velocity(robot, VecX<double>(VecX<double>::Zero(robot.mobility.n)), home);
  acceleration(robot, VecX<double>(VecX<double>::Zero(robot.mobility.n)), home);
  const WrittenModel model = written_model(robot, {Formulation::platform_legs, Formulation::orthogonal_complement}, {}, home);
  ASSERT_GT(model.states, 0);
  for (const Part& part : model.parts) {
    const Part elsewhere = written_part(robot, part.formulation, {}, k);
    for_each_matrix(part, [&](const WrittenMatrix& m) {
      const WrittenMatrix* other = find_matrix(elsewhere, m.path);
      ASSERT_NE(other, nullptr) << m.path.back();
      const double size = other->value.cwiseAbs().maxCoeff() + m.value.cwiseAbs().maxCoeff();
      for (Eigen::Index r = 0; r < m.value.rows(); ++r)
        for (Eigen::Index c = 0; c < m.value.cols(); ++c) {
          const Entry entry = m.structure[r * m.value.cols() + c];
          if (entry == Entry::varying) continue;
          const double expected = entry == Entry::zero ? 0.0 : entry == Entry::one ? 1.0 : m.value(r, c);
          EXPECT_NEAR(other->value(r, c), expected, 1e-9 * size) << m.path.back() << "(" << r << ", " << c << ")";
        }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, WrittenModelOf, ::testing::ValuesIn(catalog()), test::robot_name);

std::vector<Entry> structure_of_Psi(const std::string& name) {
  const Robot robot = load_robot(name);
  KinematicsData<double> k(robot);
  std::mt19937_64 random(3);
  random_state(robot, random, k);
  return find_matrix(written_model(robot, {Formulation::platform_legs}, {}, k).parts[0], {"Psi"})->structure;
}

// A Delta's platform does not turn; that of 3-RPS turns about what the pose says.
TEST(WrittenModel, KnowsWhatVaries) {
  using enum Entry;
  const std::vector<Entry> still{one, zero, zero, zero, one, zero, zero, zero, one, zero, zero, zero, zero, zero, zero, zero, zero, zero};
  EXPECT_EQ(structure_of_Psi("delta"), still);
  const std::vector<Entry> turning = structure_of_Psi("rps_3");
  EXPECT_GT(std::count(turning.begin(), turning.end(), varying), 0);
}

TEST(WrittenModel, LegsOfSixAxesHaveTheirRows) {
  for (const auto& [name, rows] : {std::pair{"hexapod_6r", true}, std::pair{"flight_simulator", true}, std::pair{"delta", false}}) {
    const Robot robot = load_robot(name);
    KinematicsData<double> k(robot);
    std::mt19937_64 random(5);
    random_state(robot, random, k);
    EXPECT_EQ(find_matrix(written_part(robot, Formulation::orthogonal_complement, {}, k), {"Z"}) != nullptr, rows) << name;
  }
}

// Fewer actuators than freedoms: E refuses by name, the others have no efforts.
TEST(WrittenModel, AnUnderActuatedRobotHasNoEfforts) {
  RobotDescription description = load_robot("five_bar").description;
  int left = 1;
  for (LegSpec& leg : description.leg) {
    for (ElementSpec& element : leg.element)
      if (element.actuator && left-- <= 0) element.actuator.reset();
  }
  description.underactuated = true;
  const Robot robot = assemble(description);
  ASSERT_LT(static_cast<int>(robot.actuators.size()), robot.mobility.n);
  KinematicsData<double> k(robot);
  std::mt19937_64 random(5);
  random_state(robot, random, k);
  const WrittenModel model = written_model(robot, {std::begin(kFormulations), std::end(kFormulations)}, {}, k);
  ASSERT_EQ(model.parts.size(), 4u);
  EXPECT_NE(model.parts[0].refused.find("under-actuated"), std::string::npos);
  for (int p : {1, 2, 3}) {
    EXPECT_EQ(model.parts[p].refused, "");
    EXPECT_EQ(find_matrix(model.parts[p], {"efforts"}), nullptr);
  }
  const MatX<double>& M = value(model.parts[2], {"M_rob"});
  EXPECT_LT((M - value(model.parts[3], {"M"})).norm(), 1e-10 * M.norm());  // both on V_r
}

// Robots outside the catalog: loops in legs, followers, helical joints, motors of the nacelle. The parts' efforts are those of the library
// by P.
TEST(WrittenModel, RandomRobotsAreWrittenToo) {
  constexpr test::Within kWithin[] = {test::Within::nothing, test::Within::loops, test::Within::couplings, test::Within::screws};
  const std::vector<std::string>& families = test::robot_families();
  int written = 0, refused = 0;
  for (std::size_t i = 0; i < families.size(); ++i)
    for (std::size_t w = 0; w < 4; ++w) {
      if (test::samples <= 100 && i % 4 != w) continue;  // `--samples=1000`: every family in every way
      const std::string& family = families[i];
      std::mt19937_64 random(100 * w + 17);
      const test::Sketch sketch = test::random_sketch(family, random, kWithin[w]);
      const Robot robot = assemble(read_robot_text(test::robot_text(sketch, test::Writing::random, random), family));
      if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) continue;
      KinematicsData<double> k(robot);
      ASSERT_TRUE(position(robot, robot.home, k).answered()) << family;
      velocity(robot, random_vector(robot.mobility.n, random), k);
      acceleration(robot, random_vector(robot.mobility.n, random), k);
      DynamicsData<double> data(robot);
      inverse_dynamics(robot, Formulation::platform_legs, {}, k, data);
      for (Formulation f : kFormulations) {
        if (f == Formulation::elements && !elements::missing_element(robot, {}).empty()) {
          EXPECT_THROW((void)written_part(robot, f, {}, k), InputError) << family;
          ++refused;
          continue;
        }
        const MatX<double> effort = value(written_part(robot, f, {}, k), {"efforts"});
        EXPECT_LT((effort - data.effort).norm(), 1e-8 * (1.0 + data.effort.norm())) << family << " by " << letter(f);
        ++written;
      }
    }
  EXPECT_GT(written, 2 * static_cast<int>(families.size()));
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace gough::explain
