#include "gough/dynamics/elements.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "tests/dynamics/states.hpp"
#include "tests/oracles/maximal_coordinates.hpp"

namespace gough {
namespace {

// The error [BK, Section 1] speaks of: struts on universal joints taken not to spin about their lines.
TEST(Elements, LeavingOutTheSpinOfUniversalJointedStrutsIsWrong) {
  const Robot robot = load_robot("gough_stewart");
  std::mt19937_64 random(141);
  DynamicsData<double> data(robot);
  double without = 0.0, with = 0.0;
  for (int s = 0; s < test::samples; ++s) {
    test::State state(robot, random, false);
    const VecX<double> truth = oracle::inverse_dynamics(robot, {}, state.kinematics, state.Vr, state.dVr).effort;
    elements::inverse_dynamics(robot, {}, state.kinematics, data);
    with = std::max(with, (data.effort - truth).cwiseAbs().maxCoeff());
    for (auto& leg : data.element.states)
      for (ElementMotion<double>& e : leg) e.spin = e.dspin = e.root_spin = e.root_dspin = 0.0;
    elements::inverse_dynamics_of_states(robot, {}, state.kinematics, data);
    without = std::max(without, (data.effort - truth).cwiseAbs().maxCoeff());
  }
  EXPECT_LT(with, 1e-7);
  EXPECT_GT(without, 1e-3);  // N, on struts of 3.5 kg that tilt by a few degrees
  EXPECT_GT(without, 1e4 * with);
}

// The platform's shares add up to the platform: as many legs as you like.
TEST(Elements, PlatformSharesAddUp) {
  const Robot robot = load_robot("gough_stewart");
  std::mt19937_64 random(142);
  test::State state(robot, random);
  DynamicsData<double> data(robot);
  elements::inverse_dynamics(robot, state.load, state.kinematics, data);
  const VecX<double> by_E = data.effort;
  platform_legs::inverse_dynamics(robot, state.load, state.kinematics, data);
  EXPECT_LT(test::relative_error(by_E, data.effort), 1e-12);
}

TEST(Elements, SaysWhichBodyHasNoElement) {
  RobotDescription d = load_robot("delta4").description;
  d.leg[1].joint[0].body = BodySpec{{}, 0.3, {0, 0, 0.01}, {1e-4, 1e-4, 1e-4}, {}};
  const Robot robot = assemble(d);
  EXPECT_EQ(elements::missing_element(robot, {}), "shaft.motor");
  EXPECT_EQ(elements::missing_element(load_robot("delta4"), {}), "");
}

}  // namespace
}  // namespace gough
