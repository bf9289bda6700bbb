#include "gough/assembly/coupling_builder.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/kinematics/coupling_motion.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/sampling.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// A five-bar by joints, with more joints in its first leg.
std::string five_bar(const std::string& arm_body, const std::string& more) {
  return R"(name = "five_bar_by_joints"
[platform]
home = { position = [0.1, 0.45, 0.0] }
body = { mass = 0.5, inertia = [1e-3, 1e-3, 1e-3] }
[[leg]]
name = "left"
at = [-0.1, 0.0, 0.0]
[[leg.joint]]
name = "arm"
type = "R"
origin = [0, 0, 0]
home_deg = [130]
body = )" +
         arm_body + R"(
actuator = { rotor_inertia = 1e-4, gear_ratio = 10 }
[[leg.joint]]
name = "rod"
type = "R"
origin = [0.3, 0, 0]
home_deg = [-80]
body = { mass = 0.4, com = [0.2, 0, 0], inertia = [1e-4, 5e-3, 5e-3] }
)" + more +
         R"(
[[leg.tip]]
joint = "R"
after = "rod"
end = [0.4, 0, 0]
at = [0, 0, 0]
axis = [0, 0, 1]
[[leg]]
name = "right"
at = [0.3, 0.0, 0.0]
[[leg.joint]]
name = "arm"
type = "R"
origin = [0, 0, 0]
home_deg = [50]
body = { mass = 0.6, com = [0.15, 0, 0], inertia = [1e-4, 4e-3, 4e-3] }
actuator = {}
[[leg.joint]]
name = "rod"
type = "R"
origin = [0.3, 0, 0]
home_deg = [80]
body = { mass = 0.4, com = [0.2, 0, 0], inertia = [1e-4, 5e-3, 5e-3] }
[[leg.tip]]
joint = "rigid"
after = "rod"
end = [0.4, 0, 0]
at = [0, 0, 0]
)";
}

const std::string kArm = "{ mass = 0.6, com = [0.15, 0, 0], inertia = [1e-4, 4e-3, 4e-3] }";

// A wheel on the base, about the axis of the arm.
std::string wheel(const std::string& follows, const std::string& more = "") {
  return "[[leg.joint]]\nname = \"wheel\"\ntype = \"R\"\nparent = \"base\"\norigin = [0, 0, 0]\nhome_deg = [130]\n"
         "body = { mass = 0.3, com = [0.1, 0.05, 0], inertia = [2e-4, 3e-4, 4e-4] }\nfollows = " +
         follows + "\n" + more;
}

void expect_coupling_refused(const std::string& more, const std::string& words) {
  try {
    (void)assemble(read_robot_text(five_bar(kArm, more), "robot.toml"));
    ADD_FAILURE() << "not refused: " << words;
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(words), std::string::npos) << message;
    EXPECT_EQ(message.find("robot.toml:"), 0u) << message;  // its place
  }
}

TEST(CouplingBuilder, RefusesWhatFollowsNothing) {
  expect_coupling_refused(wheel("{ joint = \"arn\", ratio = 1 }"), "did you mean 'arm'");
  expect_coupling_refused(wheel("{ joint = \"wheel\", ratio = 1 }"), "follows itself");
  expect_coupling_refused(wheel("{ joint = \"arm\", ratio = 0 }"), "a `ratio` of 0 follows nothing");
  expect_coupling_refused(wheel("[{ joint = \"arm\", ratio = 1 }, { joint = \"arm\", ratio = 1 }]"), "follows 'arm' twice");
  expect_coupling_refused(wheel("{ joint = \"second\", ratio = 1 }") +
                              "[[leg.joint]]\nname = \"second\"\ntype = \"R\"\nparent = \"base\"\norigin = [0, 0, 0]\n"
                              "follows = { joint = \"wheel\", ratio = 1 }\n",
                          "in a circle");
}

// Angles count within half a turn of home: what would turn more is to follow, and to have no motor.
TEST(CouplingBuilder, RefusesTurnsThatAreLost) {
  expect_coupling_refused(wheel("{ joint = \"arm\", ratio = 0.01 }"), "let 'arm' follow 'wheel', with the ratio 100");
  expect_coupling_refused(wheel("{ joint = \"arm\", ratio = 3 }", "spring = { stiffness = 1 }\n"), "put the spring on what it follows");
  expect_coupling_refused(wheel("{ joint = \"arm\", ratio = 3 }", "actuator = { name = \"motor\" }\n"),
                          "put the actuator on what it follows");
  expect_coupling_refused(
      "[[leg.joint]]\nname = \"rack\"\ntype = \"P\"\nparent = \"base\"\norigin = [0, 0, 0]\nfollows = { joint = \"arm\", ratio = 0.1 }\n",
      "let 'arm' follow 'rack', with the ratio 10 rad/m");
}

// Two bodies that turn alike about one axis are one.
TEST(CouplingBuilder, OfRatioOneAboutOneAxisIsARigidLink) {
  const Robot coupled = assemble(read_robot_text(five_bar(kArm, wheel("{ joint = \"arm\", ratio = 1 }")), "coupled.toml"));
  const Robot rigid = assemble(read_robot_text(
      five_bar("{ parts = [" + kArm + ", { mass = 0.3, com = [0.1, 0.05, 0], inertia = [2e-4, 3e-4, 4e-4] }] }", ""), "rigid.toml"));
  EXPECT_EQ(coupled.mobility.n, 2);
  EXPECT_EQ(coupled.mobility.n, coupled.mobility.grubler + coupled.mobility.redundant_rows);
  std::mt19937_64 random(3);
  KinematicsData<double> a(coupled), b(rigid);
  DynamicsData<double> da(coupled), db(rigid);
  for (int sample = 0; sample < 50; ++sample) {
    Pose<double> pose;
    ASSERT_TRUE(sample_pose(rigid, 1.0, 1e-3, random, pose, b).ok());
    const VecX<double> V = random_vector(2, random), A = 5.0 * random_vector(2, random);
    for (const Formulation f : {Formulation::virtual_work, Formulation::platform_legs, Formulation::orthogonal_complement}) {
      ASSERT_TRUE(inverse_dynamics(coupled, f, {}, pose, V, A, a, da).ok());
      ASSERT_TRUE(inverse_dynamics(rigid, f, {}, pose, V, A, b, db).ok());
      EXPECT_LT((da.effort - db.effort).cwiseAbs().maxCoeff(), 1e-9 * db.effort.cwiseAbs().maxCoeff());
    }
  }
}

// By half of what turns three times as the arm does: three halves of the arm, and not of the wheel's angle within half a turn.
TEST(CouplingBuilder, FollowersOfFollowersFollowTheFirst) {
  const std::string second =
      "[[leg.joint]]\nname = \"second\"\ntype = \"R\"\nparent = \"base\"\norigin = [0, 0, 0]\nfollows = { joint = \"wheel\", ratio = 0.5 "
      "}\n";
  const Robot robot = assemble(read_robot_text(five_bar(kArm, second + wheel("{ joint = \"arm\", ratio = 3 }")), "chain.toml"));
  const Leg& leg = robot.legs[0];
  ASSERT_EQ(leg.couplings.size(), 2u);
  EXPECT_EQ(leg.joints[leg.couplings[1].joint].name, "second");
  ASSERT_EQ(leg.couplings[1].terms.size(), 1u);
  EXPECT_EQ(leg.couplings[1].terms[0].joint, 0);
  EXPECT_EQ(leg.couplings[1].terms[0].ratio, 1.5);
}

// A wheel that turns many times while the arm sweeps its range.
TEST(CouplingBuilder, FollowersTurnAsOftenAsTheyMust) {
  const Robot robot = assemble(read_robot_text(five_bar(kArm, wheel("{ joint = \"arm\", ratio = 200 }")), "fast.toml"));
  KinematicsData<double> data(robot);
  std::mt19937_64 random(4);
  for (int sample = 0; sample < 20; ++sample) {
    Pose<double> pose;
    ASSERT_TRUE(sample_pose(robot, 1.0, 1e-3, random, pose, data).ok());  // no singularity is nearer for its ratio
    const Leg& leg = robot.legs[0];
    const double arm = difference(true, data.legs[0].q[0], leg.joints[0].home),
                 turned = difference(true, data.legs[0].q[2], leg.joints[2].home);
    EXPECT_NEAR(std::remainder(turned - 200.0 * arm, 2.0 * kPi), 0.0, 1e-9);
    EXPECT_NEAR(followed_value(leg, 2, data.legs[0].q), leg.joints[2].home_value + 200.0 * arm, 1e-9);
  }
}

}  // namespace
}  // namespace gough
