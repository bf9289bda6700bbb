#include "gough/model/nacelle_share.hpp"

#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/model/changed_robot.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

class NacelleShares : public test::Catalog {};

// Parts of a body, mass, first moments and inertia add up to the body; 1e-14: a sum of eight parts at most.
TEST_P(NacelleShares, AddUpToTheBody) {
  for (int body = 0; body < robot.nacelle.bodies(); ++body) {
    const RigidBody& whole = robot.body({-1, body});
    RigidBody sum;
    double parts = 0.0;
    for (int leg = 0; leg < static_cast<int>(robot.legs.size()); ++leg) parts += nacelle_part(robot, leg, body);
    EXPECT_NEAR(parts, 1.0, 1e-14);
    for (const NacelleShare& share : nacelle_shares(robot))
      if (share.body == body) sum = joined(sum, share_body(robot, share));
    EXPECT_NEAR(sum.mass, whole.mass, 1e-14 * whole.mass);
    if (whole.mass == 0.0) continue;
    EXPECT_LT((sum.com - whole.com).norm(), 1e-14 * (1.0 + whole.com.norm()));
    EXPECT_LT((sum.inertia - whole.inertia).norm(), 1e-14 * whole.inertia.norm());
  }
}

// Formulation E goes on from the shares; the oracle is P, which knows the bodies alone: of the robot with nothing but one share in its
// nacelle, less that of the robot with no mass there, summed over the shares. 1e-12 of the largest effort of one of these robots, P being
// linear in the masses.
TEST_P(NacelleShares, EffortsOfTheSharesAddUpToThoseOfFormulationE) {
  if (!elements::missing_element(robot, {}).empty()) GTEST_SKIP() << "formulation E cannot take it";
  const auto with = [&](const NacelleShare* share) {
    return changed(robot, [&](Robot& out) {
      for (int body = 0; body < out.nacelle.bodies(); ++body) out.body({-1, body}) = {};
      if (share) out.body({-1, share->body}) = share_body(robot, *share);
    });
  };
  std::mt19937_64 random(541);
  for (int s = 0; s < 3; ++s) {
    test::State state(robot, random, false);
    DynamicsData<double> data(robot);
    elements::inverse_dynamics(robot, {}, state.kinematics, data);
    const VecX<double> by_elements = data.effort;
    double largest = by_elements.cwiseAbs().maxCoeff();
    const auto efforts = [&](const NacelleShare* share) -> VecX<double> {
      const Robot part = with(share);
      DynamicsData<double> own(part);
      platform_legs::inverse_dynamics(part, {}, state.kinematics, own);
      largest = std::max(largest, own.effort.cwiseAbs().maxCoeff());
      return own.effort;
    };
    const VecX<double> legs = efforts(nullptr);
    VecX<double> sum = legs;
    for (const NacelleShare& share : nacelle_shares(robot)) sum += efforts(&share) - legs;
    EXPECT_LT((sum - by_elements).cwiseAbs().maxCoeff(), 1e-12 * largest) << robot.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, NacelleShares, ::testing::ValuesIn(catalog()), test::robot_name);

// [O, Fig. 2]: six elements of the Gough-Stewart's platform, eight of the H4's nacelle.
TEST(NacelleShare, AsInTheFigure) {
  const auto count = [](const char* name) { return nacelle_shares(load_robot(name)).size(); };
  EXPECT_EQ(count("gough_stewart"), 6u);
  EXPECT_EQ(count("h4"), 8u);
  EXPECT_EQ(count("five_bar"), 0u);  // its end point has no mass
  const Robot h4 = load_robot("h4");
  for (int leg = 0; leg < 4; ++leg) {
    EXPECT_EQ(nacelle_part(h4, leg, 0), 0.25);
    EXPECT_EQ(nacelle_part(h4, leg, 1) + nacelle_part(h4, leg, 2), 0.5);
  }
}

}  // namespace
}  // namespace gough
