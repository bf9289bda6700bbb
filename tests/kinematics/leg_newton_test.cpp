#include "gough/kinematics/leg_newton.hpp"

#include "gough/kinematics/forward_geometry.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// Newton takes the place of the closed form, on every robot that has one: same answers along a path from home.
class LegNewton : public test::Catalog {};

TEST_P(LegNewton, FollowsTheClosedForm) {
  Robot newton = robot;
  for (Leg& leg : newton.legs) leg.solver = {};
  KinematicsData<double> a(robot), b(newton);
  std::mt19937_64 random(61);
  VecX<double> qa(robot.actuators.size()), qb(robot.actuators.size());
  for (int k = 0; k < test::samples / 4; ++k) {
    Pose<double> pose;
    ASSERT_TRUE(sample_pose(robot, 1.0, 1e-3, random, pose, a).ok());
    const Outcome outcome = position(newton, pose, b);
    ASSERT_TRUE(outcome.ok()) << to_string(outcome.status) << " " << outcome.measure;
    actuated_positions(robot, a, qa);
    actuated_positions(newton, b, qb);
    EXPECT_LT((qa - qb).cwiseAbs().maxCoeff(), 1e-11);
    for (std::size_t i = 0; i < robot.legs.size(); ++i)
      for (std::size_t j = 0; j < robot.legs[i].joints.size(); ++j) {
        EXPECT_NEAR(a.legs[i].q[j].c, b.legs[i].q[j].c, 1e-10) << robot.legs[i].name << " " << robot.legs[i].joints[j].name;
        EXPECT_NEAR(a.legs[i].q[j].s, b.legs[i].q[j].s, 1e-10);
        EXPECT_NEAR(a.legs[i].q[j].d, b.legs[i].q[j].d, 1e-10);
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, LegNewton, ::testing::ValuesIn(catalog()), test::robot_name);

// A leg that fits no pattern: six revolutes in general position.
const char* const kGeneral = R"(
name = "general_6r"
[platform]
home = { position = [0, 0, 0.6] }
[[leg]]
copies = { about = "z", angles_deg = [0, 120, 240] }
at = [0.4, 0, 0]
[[leg.joint]]
type = "R"
origin = [0, 0, 0]
axis = [0.1, 0.2, 1]
actuator = {}
[[leg.joint]]
type = "R"
origin = [0.02, 0.01, 0.05]
axis = [0.1, 1, 0.1]
actuator = {}
[[leg.joint]]
type = "R"
origin = [0.15, 0.02, 0.3]
axis = [0.05, 1, -0.1]
[[leg.joint]]
type = "R"
origin = [0.0, 0.03, 0.5]
axis = [1, 0.1, 0.3]
[[leg.joint]]
type = "R"
origin = [-0.1, 0.01, 0.55]
axis = [0.2, 1, 0.2]
[[leg.joint]]
type = "R"
origin = [-0.15, 0.0, 0.57]
axis = [0.1, -0.2, 1]
[[leg.tip]]
joint = "rigid"
at = [0.2, 0, 0]
end = [-0.05, 0, 0.03]
)";

TEST(LegNewtonGeneral, SixRevolutesInGeneralPosition) {
  const Robot robot = assemble(read_robot_text(kGeneral, "general"));
  EXPECT_EQ(robot.mobility.n, 6);
  for (const Leg& leg : robot.legs) EXPECT_FALSE(leg.solver.closed_form);
  std::mt19937_64 random(62);
  KinematicsData<double> data(robot), other(robot);
  VecX<double> qa(6);
  for (int k = 0; k < test::samples; ++k) {
    Pose<double> pose;
    ASSERT_TRUE(sample_pose(robot, 0.7, 1e-3, random, pose, data).ok());
    for (const LegData<double>& leg : data.legs) EXPECT_LT(leg.residual.cwiseAbs().maxCoeff(), 1e-12);
    actuated_positions(robot, data, qa);
    Pose<double> found = robot.home;
    ASSERT_TRUE(forward_geometry(robot, qa, found, other).ok());
    EXPECT_LT(test::pose_distance(robot, pose, found), 1e-10);
  }
}

}  // namespace
}  // namespace gough
