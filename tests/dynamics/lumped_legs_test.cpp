#include "gough/dynamics/lumped_legs.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "gough/model/changed_robot.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

double mass_of(const Robot& robot) {
  double sum = 0.0;
  for (int body = 0; body < robot.nacelle.bodies(); ++body) sum += robot.body({-1, body}).mass;
  for (const Leg& leg : robot.legs)
    for (const Joint& joint : leg.joints) sum += joint.body.mass;
  return sum;
}

// Largest difference of efforts over random states, relative to the largest effort.
double effort_difference(const Robot& a, const Robot& b) {
  std::mt19937_64 random(551);
  double worst = 0.0, largest = 0.0;
  DynamicsData<double> one(a), two(b);
  KinematicsData<double> k(b);  // their frames may be turned otherwise
  for (int s = 0; s < 20; ++s) {
    test::State state(a, random, false);
    platform_legs::inverse_dynamics(a, {}, state.kinematics, one);
    EXPECT_TRUE(position(b, state.kinematics.pose, k).answered());
    velocity(b, state.Vr, k);
    acceleration(b, state.dVr, k);
    platform_legs::inverse_dynamics(b, {}, k, two);
    worst = std::max(worst, (one.effort - two.effort).cwiseAbs().maxCoeff());
    largest = std::max(largest, one.effort.cwiseAbs().maxCoeff());
  }
  return worst / largest;
}

class LumpedLegs : public test::Catalog {};

// Arms and slides keep their bodies, behind passive joints there is no mass, what is not on the base is kept, and once is enough.
TEST_P(LumpedLegs, MoveMassesOfPassiveBodiesOnly) {
  const Robot twin = lumped_legs(robot);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) {
      const Joint& joint = twin.legs[i].joints[j];
      if (joint.actuator < 0) {
        EXPECT_EQ(joint.body.mass, 0.0) << joint.name;
      } else if (joint.parent < 0) {
        EXPECT_GE(joint.body.mass, robot.legs[i].joints[j].body.mass) << joint.name;
      }
    }
  EXPECT_LE(mass_of(twin), mass_of(robot) * (1 + 1e-12));
  const Robot again = lumped_legs(twin);
  EXPECT_EQ(mass_of(again), mass_of(twin));
  EXPECT_TRUE(again.nacelle.platform == twin.nacelle.platform);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) EXPECT_TRUE(again.legs[i].inertia == twin.legs[i].inertia);
  EXPECT_GT(mass_of(twin), 0.0);
}

INSTANTIATE_TEST_SUITE_P(Robots, LumpedLegs, ::testing::ValuesIn(catalog()), test::robot_name);

// [CB, Section 4.2] by its own file: a third of each rod on the platform. The rods are tubes of 6 and 5 mm radius and 0.8 m, whose share is
// 1/3 + (r² + s²)/(4 l²): by 2.4e-5 more than a third of 0.36 kg, over the 0.72 kg that move with the platform.
TEST(LumpedLegsOf, TheDeltaAreThoseOfItsSimplifiedFile) {
  const Robot frictionless = changed(load_robot("delta"), [](Robot& out) {  // the simplified file has none in its rods
    for (Leg& leg : out.legs)
      for (Joint& joint : leg.joints)
        if (joint.actuator < 0) joint.friction = {};
  });
  const Robot twin = lumped_legs(frictionless), file = load_robot("delta_simplified");
  EXPECT_NEAR(twin.nacelle.platform.mass, 0.6 + 0.36 * (1.0 / 3.0 + (36e-6 + 25e-6) / (4 * 0.64)), 1e-12);
  EXPECT_NEAR(mass_of(twin), mass_of(frictionless), 1e-12);  // an arm carries the rest
  EXPECT_LT(effort_difference(file, twin), 2 * 2.4e-5);
}

// The same file with the share of gough_stewart_simplified.toml, which that of a strut at home is. 1e-12: the file has 16 digits.
TEST(LumpedLegsOf, TheGoughStewartAreThoseOfItsSimplifiedFile) {
  const Robot full = load_robot("gough_stewart"), twin = lumped_legs(full), file = load_robot("gough_stewart_simplified");
  EXPECT_NEAR(twin.nacelle.platform.mass, 12.0 + 6 * 3.5 * 0.2586507202096589, 1e-10);
  EXPECT_LT(effort_difference(file, twin), 1e-10);
  const double cost = effort_difference(full, file);
  EXPECT_GT(cost, 1e-4);
  EXPECT_LT(cost, 0.2);
}

// `lump` of a telescopic element: a share of cylinder and rod on the platform, nothing left in the leg.
TEST(LumpedElement, HasBothBodiesOfATelescopicOneSplit) {
  RobotDescription d = load_robot("gough_stewart_simplified").description;
  for (LegSpec& leg : d.leg) leg.element[0].lump = 0.4;
  const Robot robot = assemble(d);
  EXPECT_NEAR(robot.nacelle.platform.mass, 12.0 + 6 * 0.4 * (2.4 + 1.1), 1e-12);
  for (const Leg& leg : robot.legs)
    for (const Joint& joint : leg.joints) EXPECT_EQ(joint.body.mass, 0.0);
  for (LegSpec& leg : d.leg) leg.element[0].body.reset();
  EXPECT_NEAR(assemble(d).nacelle.platform.mass, 12.0 + 6 * 0.4 * 1.1, 1e-12);
}

TEST(LumpedElement, IsTheLastOneAndHasABody) {
  const auto refusal = [](auto change) -> std::string {
    RobotDescription d = load_robot("delta_simplified").description;
    change(d.leg[0].element);
    try {
      (void)assemble(d);
    } catch (const InputError& error) {
      return error.what();
    }
    return "not refused";
  };
  EXPECT_NE(refusal([](auto& elements) { elements[0].lump = 0.5; }).find("for the last element of a leg"), std::string::npos);
  EXPECT_NE(refusal([](auto& elements) { elements[1].body.reset(); }).find("needs the element's `body` or `end_body`"), std::string::npos);
}

// A third of a uniform slender rod, whatever its slant: 3-RRR arms are driven, the forearms are rods between elbow and platform.
TEST(LumpedLegsOf, RodsAreThirds) {
  Robot robot = load_robot("planar_3rrr");
  double expected = robot.nacelle.platform.mass;
  for (Leg& leg : robot.legs) {
    Joint& forearm = leg.joints[1];
    const Vec3<double> end = leg.tips[0].leg.frame.p;  // from the elbow, in the forearm's axes
    const Mat3<double> across = end.squaredNorm() * Mat3<double>::Identity() - end * end.transpose();
    forearm.body = {0.3, 0.5 * end, 0.3 / 12.0 * across};
    expected += 0.1;
  }
  EXPECT_NEAR(lumped_legs(robot).nacelle.platform.mass, expected, 1e-12);
}

}  // namespace
}  // namespace gough
