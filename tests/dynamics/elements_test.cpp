#include "gough/dynamics/elements.hpp"

#include "gough/dynamics/measured_elements.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/model/changed_robot.hpp"
#include "gough/model/names.hpp"
#include "tests/dynamics/states.hpp"
#include "tests/oracles/maximal_coordinates.hpp"

namespace gough {
namespace {

// The error [BK, Section 1] speaks of: struts on universal joints taken not to spin about their lines.
TEST(Elements, LeavingOutTheSpinOfUniversalJointedStrutsIsWrong) {
  const Robot robot = load_robot("gough_stewart");
  std::mt19937_64 random(141);
  DynamicsData<double> data(robot);
  double without = 0.0, with = 0.0, relative = 0.0;
  for (int s = 0; s < test::samples; ++s) {
    test::State state(robot, random, false);
    const VecX<double> truth = oracle::inverse_dynamics(robot, {}, state.kinematics, state.Vr, state.dVr).effort;
    elements::inverse_dynamics(robot, {}, state.kinematics, data);
    with = std::max(with, (data.effort - truth).cwiseAbs().maxCoeff());
    for (auto& leg : data.elements->states)
      for (ElementMotion<double>& e : leg) e.spin = e.dspin = e.root_spin = e.root_dspin = 0.0;
    elements::inverse_dynamics_of_states(robot, {}, state.kinematics, data);
    without = std::max(without, (data.effort - truth).cwiseAbs().maxCoeff());
    relative = std::max(relative, (data.effort - truth).cwiseAbs().maxCoeff() / truth.cwiseAbs().maxCoeff());
  }
  RecordProperty("newtons", std::to_string(without));
  RecordProperty("relative", std::to_string(relative));
  EXPECT_LT(with, 1e-7);
  EXPECT_GT(without, 1e-3);   // N, on struts of 3.5 kg that tilt by a few degrees
  EXPECT_GT(relative, 1e-5);  // of the largest force of the state
  EXPECT_GT(without, 1e4 * with);
}

// The eliminations by hand and the one QR of all rows are two ways to the same M.
TEST(Elements, EliminationsByHandAgreeWithTheStackedRows) {
  const std::pair<const char*, Elimination> expected[] = {
      {"gough_stewart", Elimination::telescopic},   {"upu_3", Elimination::telescopic},
      {"delta", Elimination::bar_then_bars},        {"five_bar", Elimination::bar_then_bars},
      {"planar_3rrr", Elimination::bar_then_bars},  {"hexaglide", Elimination::slide_then_bars},
      {"orthoglide", Elimination::slide_then_bars}, {"prs_3", Elimination::slide_then_bars},
      {"hexapod_6r", Elimination::stacked},         {"rps_3", Elimination::stacked}};
  for (const auto& [name, elimination] : expected) {
    const Robot robot = load_robot(name);
    std::mt19937_64 random(144);
    test::State state(robot, random);
    DynamicsData<double> by_hand(robot), stacked(robot);
    EXPECT_EQ(robot.legs[0].graph.elimination, elimination) << name;
    const Robot other = changed(robot, [](Robot& r) {
      for (Leg& leg : r.legs) leg.graph.elimination = Elimination::stacked;
    });
    elements::inverse_dynamics(robot, state.load, state.kinematics, by_hand);
    elements::inverse_dynamics(other, state.load, state.kinematics, stacked);
    EXPECT_LT(test::relative_error(by_hand.effort, stacked.effort), 1e-10) << name;
    // on V_N they may differ by what the legs hold, on V_r not
    const MatX<double> a = state.kinematics.Psi.transpose() * by_hand.elements->A,
                       b = state.kinematics.Psi.transpose() * stacked.elements->A;
    EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-10) << name;
    EXPECT_LT(test::relative_error(by_hand.force, stacked.force), 1e-10) << name;
  }
}

// The platform's shares add up to the platform: alone in a weightless robot, its shares give Ψᵀ w_N, the Newton-Euler wrench of the whole.
TEST(Elements, PlatformSharesAddUp) {
  for (const char* name : {"gough_stewart", "delta", "planar_3rrr"}) {
    Robot robot = load_robot(name);
    for (Leg& leg : robot.legs) {
      for (Joint& joint : leg.joints) {
        joint.body = {};
        joint.friction = {};
      }
      for (Tip& tip : leg.tips) tip.friction = {};
    }
    for (Actuator& a : robot.actuators) a.rotor_inertia = 0.0;
    robot.nacelle.platform.com = {0.01, -0.02, 0.03};
    refresh(robot);
    std::mt19937_64 random(142);
    test::State state(robot, random, false);
    const KinematicsData<double>& k = state.kinematics;
    DynamicsData<double> data(robot);
    elements::inverse_dynamics(robot, {}, k, data);
    const RigidBody& body = robot.nacelle.platform;
    const Vec3<double> c = k.pose.R * body.com, w = k.nacelle.velocity[0].angular, dw = k.nacelle.acceleration[0].angular;
    const Mat3<double> I = k.pose.R * body.inertia * k.pose.R.transpose();
    VecX<double> wrench(6);
    wrench.head<3>() = body.mass * (k.nacelle.acceleration[0].linear + dw.cross(c) + w.cross(w.cross(c)) - robot.gravity);
    wrench.tail<3>() = I * dw + w.cross(I * w) + c.cross(Vec3<double>(wrench.head<3>()));
    EXPECT_LT(test::relative_error(k.Jinv.transpose() * data.effort, k.Psi.transpose() * wrench), 1e-11) << name;
  }
}

// A body with mass between joints at one point is an element without a line; one without mass has none, and a wrench no place there.
TEST(Elements, BodyBetweenJointsAtOnePoint) {
  RobotDescription d = load_robot("delta4").description;
  d.leg[1].joint[0].body = BodySpec{{}, 0.3, {0, 0, 0.01}, {1e-4, 1e-4, 1e-4}, {}, {}};
  const Robot robot = assemble(d);
  EXPECT_EQ(elements::missing_element(robot, {}), "");
  std::mt19937_64 random(145);
  test::State state(robot, random);
  DynamicsData<double> data(robot), by_P(robot);
  elements::inverse_dynamics(robot, state.load, state.kinematics, data);
  platform_legs::inverse_dynamics(robot, state.load, state.kinematics, by_P);
  EXPECT_LT(test::relative_error(data.effort, by_P.effort), 1e-10);

  const Robot light = load_robot("delta4");
  EXPECT_EQ(elements::missing_element(light, {}), "");
  Load on_ring;
  on_ring.wrenches.push_back({3, 0, Vec3<double>::Zero(), Vec3<double>::UnitX(), Vec3<double>::Zero()});
  EXPECT_EQ(elements::missing_element(light, on_ring), "the body 'shaft.motor' between two joints at one point");
}

class MeasuredElements : public test::Catalog {};

// Lines alone, as a camera sees them: no pose, no joint angles, no points.
TEST_P(MeasuredElements, GiveTheSameEfforts) {
  if (!elements::missing_element(robot, {}).empty()) GTEST_SKIP() << "E refuses it";
  std::mt19937_64 random(143);
  DynamicsData<double> data(robot);
  for (int s = 0; s < std::max(3, test::samples / 20); ++s) {
    test::State state(robot, random);
    platform_legs::inverse_dynamics(robot, state.load, state.kinematics, data);
    const VecX<double> expected = data.effort;
    elements::ElementStates seen;
    for (std::size_t i = 0; i < robot.legs.size(); ++i) {
      seen.emplace_back();
      for (const Element& e : robot.legs[i].elements) {
        ElementMotion<double> m = element_motion(robot.legs[i], e, state.kinematics.legs[i]);
        m.A = m.B = Vec3<double>::Constant(std::nan(""));
        seen.back().push_back(m);
      }
    }
    KinematicsData<double> fresh(robot);
    if (test::has_free_nacelle_joint(robot) || !first_spring(robot).empty()) {  // no line shows them
      EXPECT_THROW((void)elements::inverse_dynamics_measured(robot, state.load, seen, fresh, data), InputError);
      return;
    }
    const Outcome outcome = elements::inverse_dynamics_measured(robot, state.load, seen, fresh, data);
    ASSERT_TRUE(outcome.answered()) << to_string(outcome.status) << " " << outcome.measure;
    EXPECT_LT(test::pose_distance(robot, fresh.pose, state.kinematics.pose), 1e-9);
    EXPECT_LT(test::relative_error(data.effort, expected), 1e-8);
    if (HasFailure()) return;
  }
}

// Legs that are not seen follow from the others, in every set that leaves one leg out: efforts and pose as with all, or a refusal where the
// others leave a freedom open.
TEST_P(MeasuredElements, LegsThatAreNotSeenFollow) {
  std::mt19937_64 random(147);
  DynamicsData<double> data(robot);
  if (test::has_free_nacelle_joint(robot) || !first_spring(robot).empty()) GTEST_SKIP() << "no line shows them";
  int answered = 0;
  for (std::size_t missing = 0; missing < robot.legs.size(); ++missing) {
    test::State state(robot, random);
    platform_legs::inverse_dynamics(robot, state.load, state.kinematics, data);
    const VecX<double> expected = data.effort;
    elements::ElementStates seen(robot.legs.size());
    for (std::size_t i = 0; i < robot.legs.size(); ++i)
      for (const Element& e : robot.legs[i].elements)
        if (i != missing) seen[i].push_back(element_motion(robot.legs[i], e, state.kinematics.legs[i]));
    KinematicsData<double> fresh(robot);
    try {
      const Outcome outcome = elements::inverse_dynamics_measured(robot, state.load, seen, fresh, data);
      ASSERT_TRUE(outcome.answered()) << "without leg " << missing << ": " << to_string(outcome.status) << " " << outcome.measure;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("do not tell"), std::string::npos) << error.what();
      continue;
    }
    ++answered;
    EXPECT_LT(test::pose_distance(robot, fresh.pose, state.kinematics.pose), 1e-9);
    EXPECT_LT(test::relative_error(data.effort, expected), 1e-8);
  }
  RecordProperty("answered", answered);
  if (robot.name == "gough_stewart" || robot.name == "delta") {
    EXPECT_EQ(answered, static_cast<int>(robot.legs.size()));
  }
}

// Largest difference of the parts that are seen from those of a motion.
double parts_off(const Robot& robot, const elements::ElementStates& seen, const KinematicsData<double>& k) {
  double out = 0.0;
  const auto add = [&](double x) {
    if (!std::isnan(x)) out = std::max(out, std::abs(x));
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (std::size_t e = 0; e < robot.legs[i].elements.size(); ++e) {
      const ElementMotion<double>&s = seen[i][e], m = element_motion(robot.legs[i], robot.legs[i].elements[e], k.legs[i]);
      add((s.x - m.x).norm());
      add((s.d - m.d) / robot.length);
      add(s.cos_theta * m.sin_theta - s.sin_theta * m.cos_theta);
    }
  return out;
}

// Parts of elements: random directions, lengths and angles are not seen. Efforts and pose as with all of them, another pose that has the
// same parts, or a refusal where a freedom is open.
TEST_P(MeasuredElements, PartsThatAreNotSeenFollow) {
  if (!elements::missing_element(robot, {}).empty() || !first_spring(robot).empty() || test::has_free_nacelle_joint(robot))
    GTEST_SKIP() << "no line shows it";
  std::mt19937_64 random(149);
  DynamicsData<double> data(robot);
  int same = 0, other = 0, refused = 0;
  for (int s = 0; s < 40; ++s) {
    test::State state(robot, random);
    platform_legs::inverse_dynamics(robot, state.load, state.kinematics, data);
    const VecX<double> expected = data.effort;
    elements::ElementStates seen(robot.legs.size());
    const auto hide = [&] { return random() % 4 == 0; };
    for (std::size_t i = 0; i < robot.legs.size(); ++i)
      for (const Element& e : robot.legs[i].elements) {
        ElementMotion<double> m = element_motion(robot.legs[i], e, state.kinematics.legs[i]);
        if (hide()) m.x.setConstant(std::nan(""));
        if (hide()) m.d = std::nan("");
        if (hide()) m.cos_theta = std::nan("");
        seen[i].push_back(m);
      }
    KinematicsData<double> fresh(robot);
    try {
      const Outcome outcome = elements::inverse_dynamics_measured(robot, state.load, seen, fresh, data);
      if (!outcome.answered()) continue;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("do not tell"), std::string::npos) << error.what();
      ++refused;
      continue;
    }
    EXPECT_LT(parts_off(robot, seen, fresh), 1e-6);
    if (test::pose_distance(robot, fresh.pose, state.kinematics.pose) > 1e-3) {
      ++other;
      continue;
    }
    ++same;
    EXPECT_LT(test::pose_distance(robot, fresh.pose, state.kinematics.pose), 1e-8);
    EXPECT_LT(test::relative_error(data.effort, expected), 1e-6);
    if (HasFailure()) return;
  }
  std::printf("%s: %d as with all parts, %d another pose, %d refused\n", robot.name.c_str(), same, other, refused);
  EXPECT_GE(same, 5);
  EXPECT_GE(same + other + refused, 36);
}

INSTANTIATE_TEST_SUITE_P(Robots, MeasuredElements, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
