#include "gough/dynamics/formulation.hpp"

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

TEST(Formulation, LettersAndNames) {
  std::string letters;
  for (Formulation f : kFormulations) letters += letter(f);
  EXPECT_EQ(letters, "EVPN");
  EXPECT_EQ(name(Formulation::orthogonal_complement), "natural orthogonal complement");
}

// Working memory of one formulation alone is enough for it, and the others' is not there.
TEST(Formulation, WorkspacesStandAlone) {
  const Robot robot = load_robot("gough_stewart");
  std::mt19937_64 random(3);
  test::State state(robot, random);
  DynamicsData<double> all(robot);
  for (Formulation f : kFormulations) {
    const Formulation only[] = {f};
    DynamicsData<double> one(robot, only);
    EXPECT_EQ(one.elements.has_value() + one.virtual_work.has_value() + one.platform_legs.has_value() + one.complement.has_value(), 1);
    inverse_dynamics(robot, f, state.load, state.kinematics, one);
    inverse_dynamics(robot, f, state.load, state.kinematics, all);
    EXPECT_EQ(one.effort, all.effort) << letter(f);
  }
}

TEST(Formulation, DirectDynamicsByPAnswersWhereActuatorsDoNotHold) {
  const Outcome singular{Status::type2_singular, 0.0};
  EXPECT_TRUE(has_acceleration(Formulation::platform_legs, singular));
  EXPECT_FALSE(has_acceleration(Formulation::orthogonal_complement, singular));
  EXPECT_FALSE(has_acceleration(Formulation::platform_legs, {Status::unreachable, 1.0}));
  EXPECT_THROW(require_direct_dynamics(Formulation::elements), InputError);
}

}  // namespace
}  // namespace gough
