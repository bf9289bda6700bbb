#include "gough/verify/leg_counts.hpp"

#include "gough/dynamics/platform_legs.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

const std::vector<int> kRings{6, 8, 12, 18, 24, 36, 48};

// [A] asks for a recursive algorithm: P's operations lie on a straight line from 6 to 48 legs, those of N, which it is drawn beside, above.
TEST(LegCounts, PlatformLegsGrowAlongAStraightLine) {
  const LegCounts P = count_by_legs(kRings, Formulation::platform_legs, Source::pose);
  const LegLine line = line_through(kRings, P.totals);
  RecordProperty("per_leg", std::to_string(line.per_leg));
  RecordProperty("deviation", std::to_string(line.deviation));
  EXPECT_LT(line.deviation, 0.05);
  EXPECT_GT(line.per_leg, 0.0);
  const std::vector<int> ends{6, 24};
  const LegCounts N = count_by_legs(ends, Formulation::orthogonal_complement, Source::pose);
  EXPECT_GT(N.totals[0], P.totals[0]);
  EXPECT_GT(N.totals[1], P.totals[4]);
}

// From vision by E, and from encoders: forward geometry is linear in the legs as well.
TEST(LegCounts, VisionAndEncodersGrowAlongStraightLines) {
  const std::vector<int> rings{6, 12, 18, 24};
  for (const auto& [formulation, source] :
       {std::pair{Formulation::elements, Source::vision}, {Formulation::platform_legs, Source::actuators}})
    EXPECT_LT(line_through(rings, count_by_legs(rings, formulation, source).totals).deviation, 0.05) << letter(formulation);
}

// The rings are robots, and what is counted gives their efforts.
TEST(LegCounts, RingsAreRobots) {
  for (const int legs : {6, 12, 48}) {
    const Robot robot = ring_robot(legs);
    EXPECT_EQ(robot.mobility.n, 6);
    EXPECT_EQ(robot.mobility.loops, legs - 1);
    std::mt19937_64 random(201);
    test::State state(robot, random, false);
    DynamicsData<double> d(robot);
    platform_legs::inverse_dynamics(robot, {}, state.kinematics, d);
    const ModelChoice choice{Model::idm, Formulation::platform_legs, Source::pose};
    const std::vector<double> found = record(robot, choice).evaluate(program_inputs(robot, choice, state.kinematics, {}));
    EXPECT_LT(test::relative_error(Eigen::Map<const VecX<double>>(found.data(), legs), d.effort), 1e-11);
  }
  const Robot hexapod = load_robot("gough_stewart"), ring = ring_robot(6);
  std::mt19937_64 random(202);
  test::State state(hexapod, random, false);
  KinematicsData<double> k(ring);
  ASSERT_TRUE(position(ring, state.kinematics.pose, k).ok());
  velocity(ring, state.Vr, k);
  acceleration(ring, state.dVr, k);
  DynamicsData<double> a(hexapod), b(ring);
  platform_legs::inverse_dynamics(hexapod, {}, state.kinematics, a);
  platform_legs::inverse_dynamics(ring, {}, k, b);
  std::sort(a.effort.begin(), a.effort.end());  // legs stand in another order there
  std::sort(b.effort.begin(), b.effort.end());
  EXPECT_LT(test::relative_error(b.effort, a.effort), 1e-11);
  EXPECT_THROW(ring_robot_text(7), InputError);
  EXPECT_THROW(ring_robot_text(4), InputError);
}

TEST(LegCounts, LinesTellCurvesFromLines) {
  EXPECT_LT(line_through({6, 12, 48}, {60, 120, 480}).deviation, 1e-12);
  EXPECT_NEAR(line_through({6, 12, 48}, {65, 125, 485}).at_none, 5.0, 1e-9);
  EXPECT_GT(line_through({6, 12, 24, 48}, {36, 144, 576, 2304}).deviation, 0.05);  // squares
  EXPECT_GT(line_through({6, 12, 18, 24}, {17, 32, 47, 70}).deviation, 0.05);      // one of four is off the line
  EXPECT_THROW(line_through({6}, {1}), InputError);
  EXPECT_THROW(line_through({6, 8}, {1}), InputError);
}

}  // namespace
}  // namespace gough
