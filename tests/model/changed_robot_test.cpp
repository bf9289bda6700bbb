#include "gough/model/changed_robot.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

class ChangedRobot : public test::Catalog {};

// P reads the inertias that the Robot holds, V those of the bodies.
TEST_P(ChangedRobot, InertiasFollowTheBodies) {
  const Robot other = changed(robot, [](Robot& r) {
    for (Leg& leg : r.legs)
      for (Joint& joint : leg.joints) joint.body.inertia += 1e-2 * Vec3<double>(1.0, 2.0, 2.5).asDiagonal().toDenseMatrix();
  });
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) GTEST_SKIP() << "under-actuated";
  std::mt19937_64 random(7);
  test::State state(other, random);
  DynamicsData<double> p(other), v(other), before(robot);
  platform_legs::inverse_dynamics(other, state.load, state.kinematics, p);
  virtual_work::inverse_dynamics(other, state.load, state.kinematics, v);
  platform_legs::inverse_dynamics(robot, state.load, state.kinematics, before);
  EXPECT_LT(test::relative_error(p.effort, v.effort), 1e-10);
  EXPECT_GT(test::relative_error(p.effort, before.effort), 1e-9);
}

// By hand they would not: that is told, not computed with.
TEST_P(ChangedRobot, ChangesByHandAreRefused) {
  Robot other = robot;
  for (Leg& leg : other.legs)
    for (Joint& joint : leg.joints) joint.body.inertia(0, 0) += 1.0;
  EXPECT_FALSE(is_fresh(other));
  EXPECT_THROW(DynamicsData<double>{other}, std::logic_error);
  refresh(other);
  EXPECT_TRUE(is_fresh(other));
}

INSTANTIATE_TEST_SUITE_P(Robots, ChangedRobot, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
