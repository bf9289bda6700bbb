#include "gough/exchange/lend_masses.hpp"

#include <gtest/gtest.h>

#include "gough/exchange/add_rings.hpp"
#include "tests/robots.hpp"

namespace gough::test {
namespace {

// Twice the kinetic energy of a link's body that moves as the library has it.
double twice_energy(const RigidBody& body, const Placement<double>& at, const Vec3<double>& linear, const Vec3<double>& angular) {
  const Vec3<double> v = linear + angular.cross(at.R * body.com), w = at.R.transpose() * angular;
  return body.mass * v.squaredNorm() + w.dot(body.inertia * w);
}

double twice_energy(const CutTree& tree, const KinematicsData<double>& k) {
  double out = 0.0;
  for (std::size_t l = 0; l < tree.links.size(); ++l) {
    const CutJoint& j = tree.links[l].joint;
    const bool platform = static_cast<int>(l) == tree.platform;
    if (j.joint < 0 && !platform) continue;  // a link of the tip that carries the platform: no mass
    if (platform || j.leg < 0) {
      const int body = platform ? 0 : j.joint + 1;
      const auto& speed = k.nacelle.velocity[body];
      out += twice_energy(tree.links[l].body, k.nacelle.body[body], speed.linear, speed.angular);
    } else {
      const auto& speed = k.legs[j.leg].velocity[j.joint];
      out += twice_energy(tree.links[l].body, k.legs[j.leg].body[j.joint], speed.linear, speed.angular);
    }
  }
  return out;
}

Vec3<double> first_moment_at_home(const CutTree& tree) {
  Vec3<double> out = Vec3<double>::Zero();
  for (std::size_t l = 0; l < tree.links.size(); ++l)
    out += tree.links[l].body.mass * tree.at_home(static_cast<int>(l)).point(tree.links[l].body.com);
  return out;
}

bool same_masses(const CutTree& a, const CutTree& b) {
  for (std::size_t l = 0; l < a.links.size(); ++l)
    if (!(a.links[l].body == b.links[l].body)) return false;
  return true;
}

class LendMasses : public Catalog {
 protected:
  void SetUp() override {
    if (const std::string first = unknown_to_others(robot); !first.empty()) GTEST_SKIP() << "exports refuse " << first;
  }
};

// Rings leave no universal loop, the robot's mass and where its weight acts.
TEST_P(LendMasses, RingsChangeNoWeight) {
  const CutTree before = cut_tree(robot);
  CutTree after = before;
  add_rings(after, robot.length);
  double mass = 0.0;
  for (const CutLink& link : before.links) mass -= link.body.mass;
  for (const CutLink& link : after.links) mass += link.body.mass;
  EXPECT_NEAR(mass, 0.0, 1e-12);
  EXPECT_LT((first_moment_at_home(after) - first_moment_at_home(before)).norm(), 1e-12);
  ASSERT_EQ(after.loops.size(), before.loops.size());
  for (std::size_t k = 0; k < after.loops.size(); ++k) {
    const CutLoop &old = before.loops[k], &loop = after.loops[k];
    EXPECT_NE(loop.kind, TipKind::universal);
    if (old.kind != TipKind::universal) continue;
    const Placement<double> a = after.at_home(loop.a) * loop.frame_a, b = after.at_home(loop.b) * loop.frame_b;
    EXPECT_LT((a.p - b.p).norm() + (a.R.col(2) - b.R.col(2)).norm(), 1e-9);  // closed
    EXPECT_LT((a.R.col(2) - (before.at_home(old.a) * old.frame_a).R.col(0)).norm(), 1e-9);
    EXPECT_LT((after.at_home(loop.b).R.col(2) - (before.at_home(old.b) * old.frame_b).R.col(1)).norm(), 1e-9);
  }
}

// Mass goes only where both sides of a loop move alike: the energy of every motion and the weight stay as they are.
TEST_P(LendMasses, LeavesTheClosedRobotAsItIs) {
  const CutTree before = cut_tree(robot);
  CutTree after = before;
  EXPECT_TRUE(lend_masses(after, robot.length).empty());
  EXPECT_TRUE(add_missing_inertia(after, robot.length).empty());
  EXPECT_LT((first_moment_at_home(after) - first_moment_at_home(before)).norm(), 1e-12 * first_moment_at_home(before).norm() + 1e-12);
  KinematicsData<double> k(robot);
  std::mt19937_64 random(3);
  for (int s = 0; s < 3; ++s) {
    regular_pose(robot, random, k);
    velocity(robot, random_vector(robot.mobility.n, random), k);
    EXPECT_NEAR(twice_energy(after, k), twice_energy(before, k), 1e-10 * twice_energy(before, k));
  }
}

// Every end of a loop has mass to push against, and what is left is a body.
TEST_P(LendMasses, LeavesNoEndOfALoopWithoutMass) {
  CutTree tree = cut_tree(robot);
  lend_masses(tree, robot.length);
  for (const CutLoop& loop : tree.loops)
    for (int link : {loop.a, loop.b}) EXPECT_GT(tree.moved_mass(link), 0.0) << loop.name;
  for (const CutLink& link : tree.links) EXPECT_TRUE(is_physical_inertia(link.body.inertia)) << link.name;
}

INSTANTIATE_TEST_SUITE_P(Robots, LendMasses, ::testing::ValuesIn(catalog()), robot_name);

// Robots with mass at the ends of all loops are exported with their own.
TEST(LendMassesFew, OnlyWhereItIsNeeded) {
  for (const std::string name : {"delta", "gough_stewart", "five_bar", "h4"}) {
    const Robot robot = load_robot(name);
    CutTree tree = cut_tree(robot);
    lend_masses(tree, robot.length);
    EXPECT_TRUE(same_masses(tree, cut_tree(robot))) << name;
  }
  for (const std::string name : {"flight_simulator", "hexapod_6r", "delta_simplified"}) {
    const Robot robot = load_robot(name);
    CutTree tree = cut_tree(robot);
    lend_masses(tree, robot.length);
    EXPECT_FALSE(same_masses(tree, cut_tree(robot))) << name;
  }
}

// A point mass has no inertia to spare, and nothing at all can lend nothing: both are told.
TEST(LendMassesFew, TellsWhatItAdds) {
  Robot robot = load_robot("flight_simulator");
  robot.nacelle.platform = {3.0, Vec3<double>(0.0, 0.0, 0.02)};
  for (Leg& leg : robot.legs) leg.tips[0].kind = TipKind::spherical;
  CutTree tree = cut_tree(robot);
  const std::vector<std::string> told = lend_masses(tree, robot.length);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("platform has too little inertia"), std::string::npos) << told[0];
  EXPECT_TRUE(is_physical_inertia(tree.links[tree.platform].body.inertia));

  robot.nacelle.platform = {};
  for (Leg& leg : robot.legs)
    for (Joint& joint : leg.joints) joint.body = {};
  tree = cut_tree(robot);
  EXPECT_TRUE(lend_masses(tree, robot.length).empty());
  const std::vector<std::string> added = add_missing_inertia(tree, robot.length);
  ASSERT_EQ(added.size(), 1u);
  EXPECT_NE(added[0].find("left1.cardan.1.joint"), std::string::npos) << added[0];
}

}  // namespace
}  // namespace gough::test
