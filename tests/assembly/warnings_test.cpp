#include "gough/assembly/warnings.hpp"

#include "gough/kinematics/rank_distances.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

class Warned : public test::Catalog {};

TEST_P(Warned, NoneOfTheCatalog) { EXPECT_EQ(warnings(robot), std::vector<std::string>{}); }

// Metres or radians: every column of what the distances are taken of is scaled alike, and none is lost where the status is ok.
TEST_P(Warned, DistancesAreOfRegularMatrices) {
  std::mt19937_64 random(5);
  KinematicsData<double> data(robot);
  test::regular_pose(robot, random, data);
  const RankDistances d = rank_distances(robot, data);
  for (double distance : {d.leg[d.weakest_leg()], d.constraint, d.actuation}) {
    EXPECT_GT(distance, 1e-4);
    EXPECT_LE(distance, 1.0);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Warned, ::testing::ValuesIn(catalog()), test::robot_name);

// The only warning of a two-bar arm, changed as `change` does.
std::string only_warning(void (*change)(RobotDescription&)) {
  RobotDescription d = load_robot("five_bar").description;
  change(d);
  const std::vector<std::string> all = warnings(assemble(d));
  EXPECT_EQ(all.size(), 1u);
  return all.empty() ? "" : all[0];
}

TEST(Warnings, NameWhatIsHardlyMeant) {
  const auto no_mass = [](RobotDescription& d) {
    d.platform.body.reset();
    for (LegSpec& leg : d.leg)
      for (ElementSpec& e : leg.element) e.body.reset();
  };
  EXPECT_NE(only_warning(no_mass).find("no body has a mass"), std::string::npos);
  EXPECT_NE(only_warning([](RobotDescription& d) { d.platform.tool.z() = -150.0; }).find("the tool point lies 150 m off"),
            std::string::npos);
  EXPECT_NE(only_warning([](RobotDescription& d) { d.leg[0].element[0].body->com = {60.0}; }).find("centre of mass of"), std::string::npos);
}

// A leg that an odd home bends the other way than its copies.
TEST(Warnings, CopiesInDifferentWorkingModes) {
  Robot robot = load_robot("planar_3rrr");
  ASSERT_TRUE(warnings(robot).empty());
  for (SolverStep& step : robot.legs[1].solver.steps)
    if (step.sign_is_mode) step.sign = -step.sign;
  const std::vector<std::string> all = warnings(robot);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_NE(all[0].find("are copies but in different working modes"), std::string::npos) << all[0];
}

TEST(Warnings, RobotInMillimetres) {
  RobotDescription d = load_robot("five_bar").description;
  d.platform.home.position *= 1000.0;
  for (LegSpec& leg : d.leg) {
    leg.at *= 1000.0;
    for (ElementSpec& e : leg.element) *e.length *= 1000.0;
  }
  d.workspace.reset();
  bool across = false;
  for (const std::string& text : warnings(assemble(d)))
    across |= text.find("m across: are its lengths in millimetres?") != std::string::npos;
  EXPECT_TRUE(across);
}

TEST(Warnings, HomeAtASingularityIsNamed) {
  const Robot robot = assemble(read_robot_file(GOUGH_SOURCE_DIR "/tests/apps/turned.toml"));
  const std::vector<std::string> all = warnings(robot);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_NE(all[0].find("Type 2 singularity"), std::string::npos);
}

}  // namespace
}  // namespace gough
