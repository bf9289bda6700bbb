#include "gough/assembly/mobility.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tests/robots.hpp"

namespace gough {
namespace {

struct Expected {
  int mobility, actuators;
  const char* free;
};

const std::map<std::string, Expected> kExpected{
    {"five_bar", {2, 2, "x,y"}},
    {"gough_stewart", {6, 6, "x,y,z,rx,ry,rz"}},
    {"gough_stewart_simplified", {6, 6, "x,y,z,rx,ry,rz"}},
    {"flight_simulator", {6, 6, "x,y,z,rx,ry,rz"}},
    {"hexapod_6r", {6, 6, "x,y,z,rx,ry,rz"}},
    {"delta", {3, 3, "x,y,z"}},
    {"delta_simplified", {3, 3, "x,y,z"}},
    {"irb360", {3, 3, "x,y,z"}},
    {"delta4", {4, 4, "x,y,z,rz"}},
    {"quattro", {4, 4, "x,y,z,rz"}},
    {"h4", {4, 4, "x,y,z,rz"}},
    {"orthoglide", {3, 3, "x,y,z"}},
    {"orthoglide_papar", {3, 3, "x,y,z"}},
    {"planar_3rrr", {3, 3, "x,y,rz"}},
    {"planar_3rpr", {3, 3, "x,y,rz"}},
    {"dymo_3uru", {3, 3, "x,y,z"}},
    {"hexaglide", {6, 6, "x,y,z,rx,ry,rz"}},
    {"rps_3", {3, 3, "z,rx,ry"}},
    {"prs_3", {3, 3, "z,rx,ry"}},
    {"upu_3", {3, 3, "x,y,z"}},
    {"tricept", {3, 3, "x,y,z"}},
    {"tricept_wrist", {5, 5, "x,y,z,wrist1,wrist2"}},
    {"ballscrew_hexapod", {6, 6, "x,y,z,rx,ry,rz"}},
    {"delta_balanced", {3, 3, "x,y,z"}},
    {"planar_4rrr", {3, 4, "x,y,rz"}},
    {"agile_eye", {3, 3, "rx,ry,rz"}},
};

class MobilityOf : public test::Catalog {};

TEST_P(MobilityOf, IsFound) {
  ASSERT_TRUE(kExpected.count(GetParam())) << "say here what the mobility of this robot is";
  const Expected& expected = kExpected.at(GetParam());
  EXPECT_EQ(robot.mobility.n, expected.mobility);
  EXPECT_EQ(static_cast<int>(robot.actuators.size()), expected.actuators);
  std::string names;
  for (const FreeComponent& c : robot.mobility.free) names += (names.empty() ? "" : ",") + c.name;
  EXPECT_EQ(names, expected.free);
}

// n = F + redundant constraints, and Euler's loops: two counts that know nothing of the rank computation.
TEST_P(MobilityOf, GrublerAndEulerAgreeWithTheConstraintRows) {
  const Mobility& m = robot.mobility;
  EXPECT_EQ(m.grubler, robot.nacelle.freedoms() - m.constraint_rows);
  EXPECT_EQ(m.n, m.grubler + m.redundant_rows);
  EXPECT_EQ(m.loops, m.joints - m.links + 1);
}

// Ψ spans the null space of C everywhere, not only at home, and picks the free components.
TEST_P(MobilityOf, PsiAnnihilatesTheConstraintsEverywhere) {
  std::mt19937_64 random(11);
  KinematicsData<double> data(robot);
  for (int k = 0; k < test::samples; ++k) {
    test::regular_pose(robot, random, data);
    if (data.C.rows() > 0) {
      EXPECT_LT((data.C * data.Psi).cwiseAbs().maxCoeff(), 1e-11);
      EXPECT_EQ(constraint_rank(robot, data), robot.nacelle.freedoms() - robot.mobility.n);
    }
    for (int c = 0; c < robot.mobility.n; ++c)
      for (int r = 0; r < robot.mobility.n; ++r) EXPECT_EQ(data.Psi(robot.mobility.free[r].index, c), r == c ? 1.0 : 0.0);
  }
}

// The loop equations themselves, J_i q̇_i = B_i V_N, hold for the rates that (2.2) and (2.3) give.
TEST_P(MobilityOf, RatesSatisfyTheLoopEquations) {
  std::mt19937_64 random(12);
  KinematicsData<double> data(robot);
  for (int k = 0; k < test::samples; ++k) {
    test::regular_pose(robot, random, data);
    velocity(robot, random_vector(robot.mobility.n, random), data);
    for (std::size_t i = 0; i < robot.legs.size(); ++i)
      for (const Tip& tip : robot.legs[i].tips) {
        const LegData<double>& leg = data.legs[i];
        const Vec3<double> near = leg.body[tip.leg.body].R * tip.leg.frame.p;
        const Vec3<double> far = data.nacelle.body[tip.nacelle.body].R * tip.nacelle.frame.p;
        const Vec3<double> v = velocity_at(leg.velocity[tip.leg.body], near);
        EXPECT_LT((v - velocity_at(data.nacelle.velocity[tip.nacelle.body], far)).norm(), 1e-11);
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, MobilityOf, ::testing::ValuesIn(catalog()), test::robot_name);

TEST(Mobility, PlatformManipulatorHas32Links36Joints5Loops) {
  const Mobility m = load_robot("hexapod_6r").mobility;
  EXPECT_EQ(m.links, 32);
  EXPECT_EQ(m.joints, 36);
  EXPECT_EQ(m.loops, 5);
}

TEST(Mobility, EqualRodsAreNotAssumed) {
  // A Delta whose parallelograms are slightly unequal still has three freedoms, but its platform tilts as it moves. Its home is
  // found beside the one given.
  const std::string leg = R"(
[[leg]]
copies = { about = "z", angles_deg = [0, 120, 240] }
at = [0.2, 0.0, 0.0]
[[leg.joint]]
name = "arm"
type = "R"
origin = [0, 0, 0]
axis = [0, 1, 0]
actuator = {}
[[leg.joint]]
name = "rod_a"
type = "U"
origin = [0.3, 0.05, 0]
axes = [[0, 1, 0], [0, 0, 1]]
home_deg = [120, 0]
[[leg.joint]]
name = "rod_b"
parent = "arm"
type = "U"
origin = [0.3, -0.05, 0]
axes = [[0, 1, 0], [0, 0, 1]]
home_deg = [120, 0]
[[leg.tip]]
joint = "S"
after = "rod_a"
end = [0.8, 0, 0]
at = [0.05, 0.05, 0]
[[leg.tip]]
joint = "S"
after = "rod_b"
end = [0.801, 0, 0]
at = [0.05, -0.05, 0]
)";
  const std::string head = "name = \"skew\"\n[platform]\nhome = { position = [0, 0, -0.7] }\n";
  const Robot skew = assemble(read_robot_text(head + leg, "skew"));
  EXPECT_EQ(skew.mobility.n, 3);
  EXPECT_FALSE(skew.mobility.constant);
  EXPECT_GT(rotation_vector(skew.home.R).norm(), 1e-4);
  KinematicsData<double> data(skew);
  ASSERT_TRUE(position(skew, skew.home, data).ok());
  EXPECT_GT(data.Psi.bottomRows(3).cwiseAbs().maxCoeff(), 1e-4);
  const Robot equal = assemble(read_robot_text(head + std::string(leg).replace(leg.find("0.801"), 5, "0.800"), "equal"));
  EXPECT_TRUE(equal.mobility.constant);
}

TEST(Mobility, AnotherHomeIsNotAnyHome) {
  // A millimetre is taken up beside home; two centimetres in a leg are a mistake, and it is named.
  RobotDescription d = load_robot("planar_3rrr").description;
  d.leg[0].tip[0].at.z() = 0.02;
  d.leg[0].copies->angles_deg = {90};
  LegSpec other = load_robot("planar_3rrr").description.leg[0];
  other.copies->angles_deg = {210, 330};
  d.leg.push_back(other);
  try {
    assemble(d);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("leg 'leg1' does not close at home"), std::string::npos) << error.what();
  }
}

TEST(Mobility, NothingLeftIsAnError) {
  // three planar legs of one revolute each hold the platform fast
  RobotDescription d = load_robot("planar_3rrr").description;
  d.workspace.reset();
  d.leg[0].element.pop_back();
  d.leg[0].element[0].length = 0.3;
  d.leg[0].element[0].home_deg = {0};
  EXPECT_THROW(assemble(d), InputError);
}

}  // namespace
}  // namespace gough
