#include "gough/assembly/loop_builder.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

RobotDescription papar() { return load_robot("orthoglide_papar").description; }

void expect_loop_refused(const RobotDescription& description, const std::string& words) {
  try {
    (void)assemble(description);
    ADD_FAILURE() << "not refused: " << words;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(LoopBuilder, RefusesWhatIsNoLoop) {
  RobotDescription d = papar();
  d.leg[0].loop[0].between = {"coupler", "coupler"};
  expect_loop_refused(d, "joins 'coupler' to itself");
  d = papar();
  d.leg[0].loop[0].between = {"copler", "other_rod"};
  expect_loop_refused(d, "did you mean 'coupler'");
  d = papar();
  d.leg[0].loop[0].between = {"platform", "other_rod"};
  expect_loop_refused(d, "what meets the platform is a tip");
  d = papar();
  d.leg[0].loop[0].name = "rod";
  expect_loop_refused(d, "names must differ");
  d = papar();
  d.leg[0].loop[0].axis.reset();
  expect_loop_refused(d, "a loop of type R needs `axis`, in the axes of the first body");
}

TEST(LoopBuilder, RefusesLoopsThatDoNotClose) {
  RobotDescription d = papar();
  d.leg[0].loop[0].to = {0.5, 0, 0};  // a rod too long
  expect_loop_refused(d, "loop 'pin' of leg 'leg1' does not close at home: its two points stay");
}

TEST(LoopBuilder, RefusesLoopsThatHoldTheLegFast) {
  RobotDescription d = papar();
  d.leg[0].loop[0].joint = "rigid";
  d.leg[0].loop[0].axis.reset();
  EXPECT_THROW((void)assemble(d), InputError);
}

// A leg is counted as its pieces are: five bodies, five joints in the tree, the pin and the tip.
TEST(LoopBuilder, CountsLinksAndConstraints) {
  const Robot robot = load_robot("orthoglide_papar");
  EXPECT_EQ(robot.mobility.links, 2 + 3 * 5);
  EXPECT_EQ(robot.mobility.joints, 3 * 7);
  EXPECT_EQ(robot.mobility.grubler, 6 * (17 - 1 - 21) + 21);
  EXPECT_EQ(robot.mobility.n, 3);
  EXPECT_EQ(robot.mobility.redundant_rows, 12);
  for (const Leg& leg : robot.legs) {
    ASSERT_EQ(leg.loops.size(), 1u);
    EXPECT_EQ(leg.loops[0].joints.size(), 3u);  // the rail and the yoke carry the loop, and are not in it
    EXPECT_EQ(leg.rows, 5 + 5);
  }
}

// Yokes and couplers without mass or friction: orthoglide_papar is orthoglide, whose rods are two bars on universal joints.
TEST(LoopBuilder, RevoluteParallelogramsWithoutCouplersAreOrthoglide) {
  RobotDescription d = papar();
  for (JointSpec& joint : d.leg[0].joint) {
    if (joint.name == "yoke" || joint.name == "coupler") joint.body.reset();
    joint.friction.reset();
  }
  d.leg[0].loop[0].friction.reset();
  d.leg[0].tip[0].friction.reset();
  const Robot papar = assemble(d);
  RobotDescription other = load_robot("orthoglide").description;
  ElementSpec& rod = other.leg[0].element[1];
  rod.axes = {Vec3<double>(0, 1, 0), Vec3<double>(0, 0, 1)};
  rod.body->shape.reset();
  rod.body->com = d.leg[0].joint[2].body->com;
  rod.body->inertia = d.leg[0].joint[2].body->inertia;
  const Robot orthoglide = assemble(other);
  std::mt19937_64 random(5);
  KinematicsData<double> a(papar), b(orthoglide);
  DynamicsData<double> da(papar), db(orthoglide);
  for (int sample = 0; sample < 50; ++sample) {
    Pose<double> pose;
    ASSERT_TRUE(sample_pose(orthoglide, 1.0, 1e-3, random, pose, b).ok());
    const VecX<double> V = random_vector(3, random), A = 5.0 * random_vector(3, random);
    for (const Formulation f : {Formulation::virtual_work, Formulation::platform_legs, Formulation::orthogonal_complement}) {
      ASSERT_TRUE(inverse_dynamics(papar, f, {}, pose, V, A, a, da).ok());
      ASSERT_TRUE(inverse_dynamics(orthoglide, f, {}, pose, V, A, b, db).ok());
      EXPECT_LT((da.effort - db.effort).cwiseAbs().maxCoeff(), 1e-9 * db.effort.cwiseAbs().maxCoeff());
    }
  }
}

TEST(LoopBuilder, ElementsRefuseByName) {
  const Robot robot = load_robot("orthoglide_papar");
  try {
    require_inverse_dynamics(robot, Formulation::elements, {});
    ADD_FAILURE() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("the loop 'leg1.pin' inside a leg"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace gough
