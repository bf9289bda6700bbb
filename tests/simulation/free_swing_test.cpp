#include "tests/dynamics/sprung_robot.hpp"
#include "tests/simulation/swing.hpp"

namespace gough::test {
namespace {

struct SwingResult {
  Outcome outcome;
  double least = 1.0, drift = 0.0, kinetic = 0.0, gap = 0.0;
};

SwingResult swing_for(Swing& s, double duration, double tolerance) {
  SwingResult run;
  Integrator integrator(s.robot, {Method::dormand_prince, tolerance, tolerance});
  Flow flow(*s.plant, s.input, s.constant);
  const double start = s.energy(run.kinetic), step = 0.02;
  const int steps = static_cast<int>(std::lround(duration / step));
  for (int k = 0; k < steps; ++k) {
    run.outcome = integrator.advance(flow, *s.plant, k * step, step, s.state);
    if (run.outcome.ok()) run.outcome = s.plant->inspect(s.state, 1e-2, s.here);
    if (!run.outcome.ok()) return run;
    run.least = std::min(run.least, run.outcome.measure);
    double kinetic = 0.0;
    run.drift = std::max(run.drift, std::abs(s.energy(kinetic) - start));
    run.kinetic = std::max(run.kinetic, kinetic);
  }
  run.gap = s.plant->loop_gap(s.state);
  return run;
}

// Robots that stand on their base would topple: they hang from it, gravity reversed. The few that no gravity holds near home coast.
std::pair<Vec3<double>, unsigned> regular_start(const Robot& robot, double speed, double duration) {
  for (const double sense : {1.0, -1.0, 0.0})
    for (unsigned seed = 1; seed <= 3; ++seed) {
      Swing trial(robot, sense * robot.gravity, speed, seed);
      if (swing_for(trial, duration, 1e-6).outcome.ok()) return {sense * robot.gravity, seed};
    }
  ADD_FAILURE() << "no start that stays regular";
  return {robot.gravity, 1};
}

class FreeSwing : public Catalog {};

TEST_P(FreeSwing, KeepsItsEnergyAndItsLoopsClosed) {
  const auto [gravity, seed] = regular_start(robot, 0.03, 10.0);
  Swing swing(robot, gravity, 0.03, seed);
  const SwingResult run = swing_for(swing, 10.0, 1e-12);
  ASSERT_TRUE(run.outcome.ok()) << to_string(run.outcome.status);
  EXPECT_LT(run.drift, 1e-9 * run.kinetic) << "of kinetic energy " << run.kinetic << " J, gravity " << gravity.transpose();
  EXPECT_LT(run.gap, 1e-12);
}

// Differences of runs with h, h/2 and h/4 fall by 2⁴.
TEST_P(FreeSwing, RungeKuttaIsOfFourthOrder) {
  const auto end = [&](int steps) {
    Swing s(robot, robot.gravity, 0.3, 1);
    Integrator integrator(s.robot, {});
    Flow flow(*s.plant, s.input, s.constant);
    const double h = 0.2 / steps;
    for (int k = 0; k < steps; ++k) EXPECT_TRUE(integrator.advance(flow, *s.plant, k * h, h, s.state).ok());
    return s.state;
  };
  const auto distance = [&](const MotionState& a, const MotionState& b) {
    return pose_distance(robot, a.pose, b.pose) + (a.Vr - b.Vr).norm();
  };
  // the coarsest step whose errors are small enough for the leading term and large enough to be seen above rounding
  for (int steps = 5; steps <= 80; steps *= 2) {
    const MotionState one = end(steps), two = end(2 * steps), four = end(4 * steps);
    const double coarse = distance(one, two), fine = distance(two, four);
    if (coarse > 1e-4 && steps < 80) continue;
    ASSERT_GT(fine, 1e-13);
    EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.25) << steps << " steps: " << coarse << " " << fine;
    break;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, FreeSwing, ::testing::ValuesIn(catalog()), robot_name);

// With springs in joints and between points, and constant pulls; dampers are friction, which a swing has none of.
class SprungSwing : public ::testing::TestWithParam<std::string> {};

TEST_P(SprungSwing, KeepsItsEnergy) {
  const Robot robot = sprung(GetParam());
  const auto [gravity, seed] = regular_start(robot, 0.03, 10.0);
  Swing swing(robot, gravity, 0.03, seed);
  ASSERT_EQ(swing.robot.springs.size(), 3u);
  const SwingResult run = swing_for(swing, 10.0, 1e-12);
  ASSERT_TRUE(run.outcome.ok()) << to_string(run.outcome.status);
  EXPECT_LT(run.drift, 1e-9 * run.kinetic) << "of kinetic energy " << run.kinetic << " J";
}

INSTANTIATE_TEST_SUITE_P(Robots, SprungSwing, ::testing::Values("delta", "gough_stewart", "five_bar"), robot_name);

// The three ways to pass time agree.
TEST(Integrator, MethodsAgree) {
  const Robot robot = load_robot("gough_stewart");
  const auto end = [&](const IntegratorChoice& choice, int steps) {
    Swing s(robot, -robot.gravity, 0.3, 1);
    Integrator integrator(s.robot, choice);
    Flow flow(*s.plant, s.input, s.constant);
    for (int k = 0; k < steps; ++k) EXPECT_TRUE(integrator.advance(flow, *s.plant, 0.2 * k / steps, 0.2 / steps, s.state).ok());
    return s.state;
  };
  const MotionState adaptive = end({Method::dormand_prince, 1e-12, 1e-12}, 2), fixed = end({}, 400);
  EXPECT_LT(pose_distance(robot, adaptive.pose, fixed.pose), 1e-10);
  if (!StiffSolver::built_in()) {
    EXPECT_THROW(Integrator(robot, {Method::stiff}), InputError);
    return;
  }
  const MotionState stiff = end({Method::stiff, 1e-10, 1e-12}, 1);
  EXPECT_LT(pose_distance(robot, adaptive.pose, stiff.pose), 1e-7);
}

}  // namespace
}  // namespace gough::test
