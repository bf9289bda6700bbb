#include "gough/program/encoder_counts.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "gough/evaluate/forward_program.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

class EncoderCounts : public test::Catalog {};

// The count is that of programs which do it: readings, so many steps from a pose nearby, then the efforts.
TEST_P(EncoderCounts, AreOfProgramsThatGiveTheEfforts) {
  const EncoderCount count = count_from_encoders(robot, Formulation::platform_legs);
  const ModelChoice choice{Model::idm, Formulation::platform_legs, Source::actuators};
  const Program program = record(robot, choice);
  EXPECT_EQ(count.dynamics, program.count());
  EXPECT_EQ(count.geometry, count_forward_geometry(robot));
  EXPECT_LE(count.geometry.total(), record(robot, {Model::fgm}).count().total());
  const ForwardProgram forward(robot);
  ForwardProgram::Memory memory(forward);
  EXPECT_EQ(count.closed, forward.closed_form());
  DynamicsData<double> d(robot);
  std::mt19937_64 random(211);
  VecX<double> q(robot.actuators.size());
  int slow = 0;  // states that take more than three steps
  for (int s = 0; s < test::samples; ++s) {
    test::State state(robot, random, false);
    KinematicsData<double>& k = state.kinematics;
    actuated_positions(robot, k, q);
    platform_legs::inverse_dynamics(robot, {}, k, d);
    Pose<double> pose = moved(robot, k.pose, VecX<double>(1e-3 * random_vector(robot.nacelle.freedoms(), random)));
    ASSERT_TRUE(forward.warm(q.data(), pose, memory).answered());
    slow += memory.steps > 3;
    const VecX<double> dqa = k.dqa, ddqa = k.ddqa;
    ASSERT_TRUE(position(robot, pose, k).answered());
    k.dqa = dqa;
    k.ddqa = ddqa;
    const std::vector<double> found = program.evaluate(program_inputs(robot, choice, k, {}));
    EXPECT_LT(test::relative_error(Eigen::Map<const VecX<double>>(found.data(), d.effort.size()), d.effort), 1e-9);
    if (HasFailure()) return;
  }
  RecordProperty("slow", std::to_string(slow));
  EXPECT_LE(10 * slow, test::samples);
}

// A step costs what forward geometry's row says, and the closed form is done once.
TEST_P(EncoderCounts, GrowByOneStep) {
  const EncoderCount count = count_from_encoders(robot, Formulation::platform_legs);
  const int two = count.total(2).total(), three = count.total(3).total();
  EXPECT_EQ(three - two, count.closed ? 0 : count.geometry.total());
  int revolutes = 0;
  for (const Actuator& a : robot.actuators) revolutes += a.revolute;
  EXPECT_EQ(count.readings.trig, 2 * revolutes);
  EXPECT_EQ(count.total(1).total(), count.readings.total() + count.geometry.total() + count.dynamics.total());
}

INSTANTIATE_TEST_SUITE_P(Robots, EncoderCounts, ::testing::ValuesIn(catalog()), test::robot_name);

TEST(EncoderCountsOf, LegsWithoutAClosedFormHaveNone) {
  Robot robot = load_robot("gough_stewart");
  robot.legs[1].solver.closed_form = false;
  EXPECT_THROW(count_from_encoders(robot, Formulation::platform_legs), InputError);
}

}  // namespace
}  // namespace gough
