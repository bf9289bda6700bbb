#include <fmt/format.h>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/model/friction.hpp"
#include "gough/simulation/simulation.hpp"
#include "tests/robots.hpp"

namespace gough::test {
namespace {

// At rest on its friction: Coulomb friction scaled until the motors' joints alone carry the weight.
TEST(StickSlip, ARobotAtRestStaysThere) {
  for (const std::string name : {"delta", "gough_stewart", "quattro", "rps_3"}) {
    Robot robot = load_robot(name);
    for_each_friction(robot, [](Friction& f) { f.coulomb *= 200.0; });
    Simulation run(robot, read_scenario_text("duration = 0.5\n", "rest.toml"), ".");
    const MotionState start = run.state();
    double fastest = 0.0;
    while (run.step()) fastest = std::max(fastest, run.state().Vr.norm());
    EXPECT_TRUE(run.outcome().ok()) << name;
    EXPECT_NEAR(run.time(), 0.5, 1e-12);
    EXPECT_LT(fastest, 1e-9) << name;
    EXPECT_LT(pose_distance(robot, run.state().pose, start.pose), 1e-9) << name;
  }
}

// Weight above what friction holds: it moves.
TEST(StickSlip, TooLittleFrictionDoesNotHold) {
  const Robot robot = load_robot("delta");
  Simulation run(robot, read_scenario_text("duration = 0.05\n", "fall.toml"), ".");
  while (run.step()) {
  }
  EXPECT_LT(run.state().Vr(2), -0.1);
}

// Horizontal five-bar, pushed and left alone: it slows down, each joint stops once and stays, energy only falls.
TEST(StickSlip, StopsOnceAndStays) {
  for (const char* method : {"rk4", "dormand_prince"}) {
    const Robot robot = load_robot("five_bar");
    const std::string text = fmt::format("duration = 1.0\n[initial]\ntwist = [0.4, 0.1]\n[integrator]\nmethod = \"{}\"\n", method);
    Simulation run(robot, read_scenario_text(text, "stop.toml"), ".");
    double energy = run.terms().kinetic, stopped = 0.0;
    VecX<double> sense = run.dqa();
    int flips = 0;
    while (run.step()) {
      EXPECT_LE(run.terms().kinetic, energy * (1.0 + 1e-12) + 1e-18);
      energy = run.terms().kinetic;
      for (Eigen::Index a = 0; a < sense.size(); ++a) flips += run.dqa()(a) * sense(a) < -1e-12;
      if (stopped == 0.0 && run.state().Vr.norm() < 1e-9) stopped = run.time();
      if (stopped > 0.0) {
        ASSERT_LT(run.state().Vr.norm(), 1e-9) << "moves again at " << run.time();
      }
    }
    EXPECT_GT(stopped, 0.0) << method;
    EXPECT_LE(flips, 0) << method;
    EXPECT_TRUE(run.outcome().ok());
  }
}

// While everything slides: the library's direct dynamics, which have friction inside, by fine steps of their own. The Delta's pose is its
// position.
TEST(StickSlip, SlidingFrictionIsCoulombs) {
  const Robot robot = load_robot("delta");
  const std::string text = "duration = 0.02\nefforts = \"hold\"\n[initial]\ntwist = [1.0, 0.3, 0.2]\n[integrator]\nstep = 0.0005\n";
  Simulation run(robot, read_scenario_text(text, "slide.toml"), ".");
  Pose<double> pose = run.state().pose;
  VecX<double> V = run.state().Vr;
  while (run.step()) {
  }
  KinematicsData<double> k(robot);
  DynamicsData<double> d(robot);
  const int steps = 100;
  const double h = 0.02 / steps;
  const auto rate = [&](const Vec3<double>& p, const VecX<double>& v) -> VecX<double> {
    Pose<double> at = pose;
    at.p = p;
    EXPECT_TRUE(direct_dynamics(robot, Formulation::platform_legs, {}, at, v, run.effort(), k, d).answered());
    return d.acceleration;
  };
  for (int s = 0; s < steps; ++s) {
    const Vec3<double> p = pose.p, v1 = V;
    const VecX<double> a1 = rate(p, v1);
    const VecX<double> v2 = V + 0.5 * h * a1, a2 = rate(p + 0.5 * h * v1, v2);
    const VecX<double> v3 = V + 0.5 * h * a2, a3 = rate(p + 0.5 * h * v2, v3);
    const VecX<double> v4 = V + h * a3, a4 = rate(p + h * v3, v4);
    pose.p += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
    V += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  // tips turn about changing directions, whose friction is taken at the middle of a step: second order in 1e-3 N m
  EXPECT_LT((run.state().pose.p - pose.p).norm(), 1e-8);
  EXPECT_LT((run.state().Vr - V).norm(), 1e-6);
}

}  // namespace
}  // namespace gough::test
