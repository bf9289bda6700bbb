#include "gough/dynamics/massless.hpp"

#include "tests/robots.hpp"

namespace gough {
namespace {

std::string refusal(const Robot& robot, const Load& load = {}) {
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  EXPECT_TRUE(position(robot, robot.home, k).ok());
  try {
    require_mass(robot, load, k, data);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

class WithMass : public test::Catalog {};
TEST_P(WithMass, IsNotRefused) { EXPECT_EQ(refusal(robot), ""); }
INSTANTIATE_TEST_SUITE_P(All, WithMass, ::testing::ValuesIn(catalog()), test::robot_name);

Robot bare(double platform_mass) {
  RobotDescription d = load_robot("planar_3rrr").description;
  d.platform.body.reset();
  if (platform_mass > 0.0) d.platform.body = BodySpec{{}, platform_mass, {}, {}, {}, {}};
  for (LegSpec& leg : d.leg)
    for (ElementSpec& e : leg.element) {
      e.body.reset();
      if (e.actuator) e.actuator->rotor_inertia = 0.0;
    }
  return assemble(d);
}

TEST(Massless, NoMassAnywhere) { EXPECT_NE(refusal(bare(0.0)).find("has no mass"), std::string::npos); }

// A point on a massless mechanism: nothing turns.
TEST(Massless, FreedomThatMovesNoMassIsNamed) { EXPECT_NE(refusal(bare(1.0)).find("moves no mass along rz"), std::string::npos); }

TEST(Massless, APayloadIsAMass) {
  Load load;
  load.payload = {1.0, Vec3<double>::Zero(), Mat3<double>::Identity()};
  EXPECT_EQ(refusal(bare(0.0), load), "");
}

}  // namespace
}  // namespace gough
