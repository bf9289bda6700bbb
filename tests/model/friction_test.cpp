#include "gough/model/friction.hpp"

#include "gough/dynamics/joint_effort.hpp"
#include "gough/model/changed_robot.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

class FrictionOf : public test::Catalog {};

// Each place with Coulomb friction once, its rows behind those of the one before.
TEST_P(FrictionOf, PointsAreWhereThereIsDryFriction) {
  const Robot other = changed(robot, [](Robot& r) {
    double coulomb = 1.0;
    for_each_friction(r, [&](Friction& f) { f.coulomb = coulomb++; });
  });
  int places = 0, row = 0;
  for_each_friction(other, [&](const Friction&) { ++places; });
  ASSERT_EQ(static_cast<int>(other.friction_points.size()), places);
  std::vector<bool> seen(places, false);
  for (const FrictionPoint& p : other.friction_points) {
    EXPECT_EQ(p.first, row);
    const bool joint = p.kind == FrictionPoint::Kind::leg_joint || p.kind == FrictionPoint::Kind::nacelle_joint;
    EXPECT_EQ(p.size, joint ? 1 : 3);
    row += p.size;
    seen[static_cast<int>(p.coulomb) - 1] = true;
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), false), 0);
  EXPECT_EQ(friction_rows(other.friction_points), row);
}

TEST_P(FrictionOf, IsTakenAway) {
  const Robot smooth = without_coulomb(robot), none = without_friction(robot);
  EXPECT_TRUE(smooth.friction_points.empty());
  EXPECT_TRUE(none.friction_points.empty());
  std::vector<double> viscous;
  for_each_friction(robot, [&](const Friction& f) { viscous.push_back(f.viscous); });
  std::size_t k = 0;
  for_each_friction(smooth, [&](const Friction& f) { EXPECT_EQ(f.viscous, viscous[k++]); });
  for_each_friction(none, [](const Friction& f) { EXPECT_FALSE(has_friction(f)); });
}

INSTANTIATE_TEST_SUITE_P(Robots, FrictionOf, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
