#include "gough/trajectory/motion_model.hpp"

#include "gough/kinematics/projection.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/trajectory/pose_projection.hpp"
#include "tests/agreement/random_robots.hpp"
#include "tests/dynamics/states.hpp"

namespace gough::test {
namespace {

Reference reference_of(const Robot& robot, const State& state) {
  Reference out(robot);
  out.pose = state.kinematics.pose;
  out.Vr = state.Vr;
  out.dVr = state.dVr;
  return out;
}

void expect_same(const MotionValues& found, const MotionValues& expected, double tolerance) {
  EXPECT_LT((found.qa - expected.qa).norm(), tolerance);
  EXPECT_LT(relative_error(found.dqa, expected.dqa), tolerance);
  EXPECT_LT(relative_error(found.ddqa, expected.ddqa), tolerance);
  EXPECT_LT(relative_error(found.effort, expected.effort), tolerance);
  EXPECT_LT(relative_error(found.v, expected.v), tolerance);
  EXPECT_LT(relative_error(found.a, expected.a), tolerance);
  EXPECT_LT(relative_error(found.w, expected.w), tolerance);
  EXPECT_LT(relative_error(found.Jinv.reshaped(), expected.Jinv.reshaped()), tolerance);
}

class MotionModelTest : public Catalog {};

TEST_P(MotionModelTest, ByProgramsAsByTheLibrary) {
  std::mt19937_64 random(11);
  const State first(robot, random);
  MotionModel programs(robot, first.load, true), library(robot, first.load, false);
  MotionValues found(robot), expected(robot);
  for (int s = 0; s < 20; ++s) {
    const Reference at = reference_of(robot, State(robot, random, false));
    const Outcome outcome = programs(at, found), reference = library(at, expected);
    ASSERT_EQ(outcome.status, reference.status);
    EXPECT_NEAR(outcome.measure, reference.measure, 1e-11);
    expect_same(found, expected, 1e-10);  // rounding grows by 1 / 1e-2, the least distance of these poses to a singularity
  }
}

TEST_P(MotionModelTest, StatusesAsByTheLibrary) {
  std::mt19937_64 random(12);
  MotionModel programs(robot, {}, true), library(robot, {}, false);
  MotionValues found(robot), expected(robot);
  KinematicsData<double> k(robot);
  for (int s = 0; s < 20; ++s) {
    Reference at(robot);
    at.pose = near_home(robot, 3.0, random);
    if (s % 4 != 3) (void)project(robot, at.pose, k);
    const Outcome outcome = programs(at, found), reference = library(at, expected);
    EXPECT_EQ(outcome.status, reference.status) << outcome.measure << " " << reference.measure;
  }
}

TEST_P(MotionModelTest, PosesAreProjectedAsByTheLibrary) {
  std::mt19937_64 random(13);
  PoseProjection projection(robot);
  KinematicsData<double> k(robot);
  for (int s = 0; s < 40; ++s) {
    Pose<double> pose = near_home(robot, s % 2 == 0 ? 0.5 : 3.0, random), expected = pose;
    if (s % 4 == 0 && project(robot, pose, k).ok())
      expected = pose = moved(robot, pose, 1e-3 * random_vector(robot.nacelle.freedoms(), random));
    const Outcome outcome = projection(pose), reference = project(robot, expected, k);
    EXPECT_EQ(outcome.status, reference.status) << outcome.measure << " " << reference.measure;
    if (outcome.ok() && reference.ok()) {
      EXPECT_LT(pose_distance(robot, pose, expected), 1e-10);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, MotionModelTest, ::testing::ValuesIn(catalog()), robot_name);

// One of each family, at home, where it is regular.
TEST(MotionModelOfRandomRobots, ByProgramsAsByTheLibrary) {
  for (std::size_t f = 0; f < robot_families().size(); ++f) {
    SCOPED_TRACE(robot_families()[f]);
    std::mt19937_64 random(910000 + f);
    const Robot robot = assemble(read_robot_text(random_robot(robot_families()[f], random), robot_families()[f]));
    MotionModel programs(robot, {}, true), library(robot, {}, false);
    MotionValues found(robot), expected(robot);
    Reference at(robot);
    at.Vr = random_vector(robot.mobility.n, random);
    at.dVr = random_vector(robot.mobility.n, random);
    const Outcome outcome = programs(at, found), reference = library(at, expected);
    EXPECT_EQ(outcome.status, reference.status);
    expect_same(found, expected, 1e-9);
  }
}

}  // namespace
}  // namespace gough::test
