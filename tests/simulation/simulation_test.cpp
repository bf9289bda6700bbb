#include "gough/simulation/simulation.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "gough/model/friction.hpp"
#include "gough/simulation/true_robot.hpp"
#include "tests/robots.hpp"

namespace gough::test {
namespace {

const std::filesystem::path kScenarios = std::filesystem::path(GOUGH_SOURCE_DIR) / "examples/scenarios";

void expect_valid_log(const Simulation& run) {
  ASSERT_EQ(run.rows().size() % run.columns().size(), 0u);
  ASSERT_FALSE(run.rows().empty());
  double last = -1.0;
  for (std::size_t i = 0; i < run.rows().size(); ++i) {
    EXPECT_TRUE(std::isfinite(run.rows()[i])) << run.columns()[i % run.columns().size()];
    if (i % run.columns().size()) continue;
    EXPECT_GT(run.rows()[i], last);
    last = run.rows()[i];
  }
}

std::string wrong(const std::string& text, const std::string& robot = "delta") {
  try {
    const Robot model = load_robot(robot);
    Simulation run(model, read_scenario_text(text, "s.toml"), ".");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Exact model, exact start: what is left is that efforts are constant over a period, first order in it, with the rate of change of the
// acceleration; halving the period halves the error.
TEST(Simulation, ComputedTorqueWithTheExactModelTracks) {
  const Robot robot = without_friction(load_robot("delta"));
  double error[2];
  for (int k = 0; k < 2; ++k) {
    ScenarioSpec spec = read_scenario_text(R"(
duration = 0.5
[[trajectory.segment]]
line = { to = { x = 0.15, y = 0.1, z = -0.75 }, duration = 0.5 }
[controller]
type = "computed_torque"
)",
                                           "exact.toml");
    spec.controller->rate = k == 0 ? 1000.0 : 4000.0;
    Simulation run(robot, spec, ".");
    while (run.step()) {
    }
    EXPECT_TRUE(run.outcome().ok());
    expect_valid_log(run);
    error[k] = run.totals().position_max;
  }
  EXPECT_LT(error[0], 1e-4);
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.5);
}

// Largest position error of a continuous computed torque on a smooth motion of all freedoms.
double continuous_error(const std::string& name, const std::string& type, const std::string& integrator) {
  const Robot robot = without_friction(load_robot(name));
  std::string text = "duration = 0.4\n[[trajectory.segment]]\n[trajectory.segment.fourier]\nfrequency = 1\ncomponent = [\n";
  const char* const components[] = {"x", "y", "z", "rx", "ry", "rz"};
  for (const FreeComponent& f : robot.mobility.free)
    text += fmt::format("{{ name = '{}', offset = {}, sine = [0.03], cosine = [0.01, 0.01] }},\n", components[f.index],
                        f.index < 3 ? robot.home.p(f.index) : 0.0);
  text += fmt::format("]\n[controller]\ntype = '{}'\ncontinuous = true\n[integrator]\n{}\n", type, integrator);
  Simulation run(robot, read_scenario_text(text, "continuous.toml"), ".");
  while (run.step()) {
  }
  EXPECT_TRUE(run.outcome().ok()) << name;
  return run.totals().position_max;
}

// Exact model, exact start, the law at every stage: nothing but the integrator's error, of fourth order, is left, down to rounding.
TEST(Simulation, ContinuousComputedTorqueTracksToTheIntegratorsError) {
  for (const std::string name : {"delta", "gough_stewart"}) {
    const double coarse = continuous_error(name, "computed_torque", "step = 0.008");
    const double half = continuous_error(name, "computed_torque", "step = 0.004");
    EXPECT_NEAR(std::log2(coarse / half), 4.0, 0.5) << name;
    EXPECT_LT(continuous_error(name, "computed_torque", "step = 0.001"), 1e-9) << name;
    EXPECT_LT(continuous_error(name, "computed_torque", "step = 0.00025"), 1e-12) << name;
    const std::string tight = "method = 'dormand_prince'\nstep = 0.01\nrelative = 1e-12\nabsolute = 1e-14";
    EXPECT_LT(continuous_error(name, "computed_torque", tight), 1e-12) << name;
  }
  EXPECT_LT(continuous_error("delta", "joint_computed_torque", "step = 0.001"), 1e-9);
}

TEST(Simulation, StopsAtASingularityWithItsName) {
  for (const std::string name : {"orthoglide", "prs_3"}) {
    const Robot robot = load_robot(name);
    const std::string text =
        "duration = 5\nefforts = \"hold\"\nplant = { friction = 0 }\n[initial]\nspeed = 0.1\n[stop]\nlimits = \"none\"\n";
    Simulation run(robot, read_scenario_text(text, "into.toml"), ".");
    while (run.step()) {
    }
    EXPECT_EQ(run.outcome().status, Status::type2_singular) << name;
    EXPECT_LT(run.time(), 5.0);
    expect_valid_log(run);
    EXPECT_EQ(run.rows()[run.rows().size() - run.columns().size()], run.time());
    KinematicsData<double> k(robot);
    const Outcome last = position(robot, run.state().pose, k);  // the state that was kept is valid, and close to the event
    EXPECT_TRUE(last.answered());
    EXPECT_GT(run.totals().least_measure, 1e-3);
    EXPECT_LT(run.totals().least_measure, 1.01e-3);
    EXPECT_LT(run.totals().energy_drift, 1e-7 * run.totals().kinetic_max);
  }
}

TEST(Simulation, StopsAtTheEndOfAStroke) {
  const Robot robot = load_robot("gough_stewart");
  Simulation run(robot, read_scenario_text("duration = 5\n", "fall.toml"), ".");
  while (run.step()) {
  }
  EXPECT_EQ(run.outcome().status, Status::out_of_limits);
  expect_valid_log(run);
  double margin = kInfinity;
  for (Eigen::Index a = 0; a < run.qa().size(); ++a) {
    const Actuator& actuator = robot.actuators[a];
    margin = std::min({margin, run.qa()(a) - actuator.position_min, actuator.position_max - run.qa()(a)});
  }
  EXPECT_GE(margin, -1e-12);
  EXPECT_LT(margin, 1e-6);
}

TEST(Simulation, AnAdaptiveControllerLearnsThePayload) {
  const Robot robot = load_robot("delta");
  double error[2], estimate = 0.0, truth = 1.0;
  const char* const files[] = {"delta_payload_fixed.toml", "delta_payload_adaptive.toml"};
  for (int k = 0; k < 2; ++k) {
    Simulation run(robot, read_scenario_file(kScenarios / files[k]), kScenarios);
    while (run.step()) {
    }
    EXPECT_TRUE(run.outcome().ok());
    error[k] = run.totals().position_rms();
    if (k == 0) continue;
    estimate = run.estimates()[0].value;
    truth = run.true_values()[0];
  }
  EXPECT_GT(error[0] / error[1], 10.0) << error[0] << " " << error[1];
  EXPECT_NEAR(estimate, truth, 0.02 * 1.3);
}

TEST(Simulation, PayloadKeepsTheVelocityAndChangesTheInertia) {
  const Robot robot = load_robot("delta");
  const std::string text = R"(
duration = 0.02
efforts = "hold"
plant = { friction = 0 }
log_rate = 1000
[initial]
twist = [0.5, 0, 0]
[[event]]
time = 0.01
payload = { mass = 2.0 }
)";
  Simulation run(robot, read_scenario_text(text, "grasp.toml"), ".");
  double before = 0.0, after = 0.0, fall = 0.0;
  while (run.step()) {
    if (std::abs(run.time() - 0.01) < 1e-9) before = run.terms().kinetic;
    if (std::abs(run.time() - 0.011) < 1e-9) {
      after = run.terms().kinetic;
      fall = run.state().Vr(2);
    }
  }
  EXPECT_NEAR(after - before, 0.5 * 2.0 * 0.25, 0.02);
  EXPECT_LT(fall, -0.001);  // the constant efforts do not carry it
}

TEST(Simulation, AWrenchDoesWork) {
  const Robot robot = load_robot("delta");
  const std::string text = R"(
duration = 0.1
efforts = "hold"
plant = { friction = 0 }
log_rate = 1000
[[wrench]]
time = [0.0, 0.1]
force = [[20, 0, 0], [20, 0, 0]]
)";
  Simulation run(robot, read_scenario_text(text, "push.toml"), ".");
  const double start = run.terms().kinetic + run.terms().potential, x = run.state().pose.p.x();
  const VecX<double> qa = run.qa();
  while (run.step()) {
  }
  const double work = 20.0 * (run.state().pose.p.x() - x) + run.effort().dot(run.qa() - qa);
  EXPECT_GT(run.state().pose.p.x() - x, 0.01);
  EXPECT_NEAR(run.terms().kinetic + run.terms().potential - start, work, 1e-8);
}

TEST(Simulation, AResolutionBelowTheDigitsOfANumberRoundsNothing) {
  const Robot robot = load_robot("delta");
  SensorSpec spec;
  spec.resolution = {1e-310};
  Sensors sensors(robot, &spec, 1e-3, 1e-3, 1);
  Measurement out(robot);
  const VecX<double> qa = VecX<double>::Constant(3, 0.12367825992796058);
  sensors.sample(0.0, {robot.home, VecX<double>::Zero(3)}, qa, VecX<double>::Zero(3));
  ASSERT_TRUE(sensors.measure(out).ok());
  EXPECT_EQ(out.qa, qa);
}

TEST(Simulation, SensorsAndDrivesAreWhatTheyAre) {
  const Robot robot = load_robot("delta");
  SensorSpec spec;
  spec.resolution = {1e-3};
  spec.delay = 2e-3;
  Sensors sensors(robot, &spec, 1e-3, 1e-3, 1);
  Measurement out(robot);
  MotionState state{robot.home, VecX<double>::Zero(3)};
  KinematicsData<double> k(robot);
  VecX<double> qa(3), dqa = VecX<double>::Zero(3);
  std::vector<VecX<double>> seen;
  for (int step = 0; step < 10; ++step) {
    state.pose.p.x() = 0.01 * step;
    ASSERT_TRUE(position(robot, state.pose, k).ok());
    actuated_positions(robot, k, qa);
    seen.push_back(qa);
    sensors.sample(1e-3 * step, state, qa, dqa);
    ASSERT_TRUE(sensors.measure(out).ok());
    const VecX<double>& old = seen[std::max(0, step - 2)];
    for (int a = 0; a < 3; ++a) {
      EXPECT_LE(std::abs(out.qa(a) - old(a)), 0.5e-3 + 1e-12);
      EXPECT_NEAR(std::remainder(out.qa(a), 1e-3), 0.0, 1e-12);
    }
    EXPECT_LT((out.pose.p - Vec3<double>(0.01 * std::max(0, step - 2), 0.0, -0.7)).norm(), 2e-3);
  }

  DriveSpec lagging;
  lagging.lag = 0.01;
  Drive drive(robot, lagging);
  drive.start(VecX<double>::Zero(3));
  drive.command(0.0, VecX<double>::Constant(3, 100.0));  // the limit is 40
  VecX<double> effort(3);
  drive.effort_at(0.01, effort);
  EXPECT_NEAR(effort(0), 40.0 * (1.0 - std::exp(-1.0)), 1e-12);
  drive.command(0.01, VecX<double>::Zero(3));
  drive.effort_at(0.02, effort);
  EXPECT_NEAR(effort(0), 40.0 * (1.0 - std::exp(-1.0)) * std::exp(-1.0), 1e-12);
}

TEST(Simulation, TheSameSeedGivesTheSameRun) {
  const Robot robot = load_robot("five_bar");
  ScenarioSpec spec = read_scenario_file(kScenarios / "five_bar_circle.toml");
  spec.duration = 0.1;
  spec.sensors.emplace();
  spec.sensors->noise = {1e-5};
  std::vector<double> rows[3];
  for (int k = 0; k < 3; ++k) {
    spec.seed = k == 2 ? 2.0 : 1.0;
    Simulation run(robot, spec, kScenarios);
    while (run.step()) {
    }
    rows[k] = run.rows();
  }
  EXPECT_EQ(rows[0], rows[1]);
  EXPECT_NE(rows[0], rows[2]);
}

TEST(Scenario, BadFilesAreRefusedWithTheirPlace) {
  EXPECT_EQ(wrong("duration = 1\n[plnt]\n").substr(0, 47), "s.toml:2:2: unknown key 'plnt' (did you mean 'p");
  EXPECT_NE(wrong("seed = 1\n").find("missing key 'duration'"), std::string::npos);
  EXPECT_NE(wrong("duration = -1\n").find("s.toml:1:12: 'duration' must be positive"), std::string::npos);
  EXPECT_NE(wrong("duration = 1\n[[plant.mass]]\nbody = \"platfrom\"\nscale = 2\n").find("did you mean 'platform'"), std::string::npos);
  EXPECT_NE(wrong("duration = 1\n[[wrench]]\ntime = [0, 1]\nforce = [[1, 0, 0]]\n").find("1 vectors for 2 times"), std::string::npos);
  EXPECT_NE(wrong("duration = 1\n[[wrench]]\nbody = \"leg1.amr\"\ntime = [0]\nforce = [[1, 0, 0]]\n").find("did you mean 'leg1.arm'"),
            std::string::npos);
  EXPECT_NE(wrong("duration = 1\n[initial]\ntwist = [1]\n").find("'twist' in initial has 1 numbers; expected 3"), std::string::npos);
  EXPECT_NE(wrong("duration = 1\n[integrator]\nmethod = \"euler\"\n").find("must be one of rk4, dormand_prince, stiff"), std::string::npos);
  EXPECT_NE(wrong("duration = 1\n[integrator]\nstep = 0.0003\n[controller]\ntype = \"computed_torque\"\n").find("whole number of steps"),
            std::string::npos);
  EXPECT_NE(wrong("duration = 1e8\n").find("too many"), std::string::npos);
  EXPECT_NE(wrong("duration = 1\n[actuators]\ncogging_amplitude = [1, 2]\n").find("has 2 numbers; expected 1, or 3"), std::string::npos);
  EXPECT_NE(wrong("duration = 1\nseed = 1.5\n").find("whole number"), std::string::npos);
  EXPECT_NE(wrong("duration = 1\n[controller]\ntype = \"computed_torque\"\ncontinuous = true\n[sensors]\n").find("has no 'sensors'"),
            std::string::npos);
  EXPECT_NE(wrong("duration = 1\n[controller]\ntype = \"super_twisting\"\ndisturbance = 1\ncontinuous = true\n")
                .find("'continuous' has no meaning for a controller of type super_twisting"),
            std::string::npos);
  EXPECT_EQ(wrong("duration = 1\n"), "");
}

TEST(Scenario, BodiesByPattern) {
  const Robot robot = load_robot("delta");
  PlantSpec spec;
  spec.mass.push_back({{}, "*.arm", 2.0});
  const Robot heavy = true_robot(robot, spec);
  for (int leg = 0; leg < 3; ++leg) EXPECT_EQ(heavy.legs[leg].joints[0].body.mass, 2.0 * robot.legs[leg].joints[0].body.mass);
  EXPECT_EQ(heavy.nacelle.platform.mass, robot.nacelle.platform.mass);
}

}  // namespace
}  // namespace gough::test
