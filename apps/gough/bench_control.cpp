#include "apps/gough/bench_control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "gough/control/controller.hpp"
#include "gough/evaluate/encoder_efforts.hpp"
#include "gough/math/rotation.hpp"
#include "gough/simulation/simulation.hpp"

namespace gough::command {
namespace {

constexpr int kCalls = 1000, kRounds = 15;
constexpr double kFrequency = 0.5;  // Hz, of the motion
constexpr double kRate = 1000.0;    // Hz, of the controller

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Median over the rounds of the time that one of the calls takes, in microseconds.
double time_of(const std::function<void(int)>& call) {
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    const double start = processor_seconds();
    for (int k = 0; k < kCalls; ++k) call(k);
    times.push_back(1e6 * (processor_seconds() - start) / kCalls);
  }
  std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
  return times[kRounds / 2];
}

// A slow wave of every free component about home, as a table of a scenario.
std::string wave(const Robot& robot) {
  std::string out = fmt::format(
      "[trajectory]\nperiodic = true\n[[trajectory.segment]]\n[trajectory.segment.fourier]\nfrequency = {}\n"
      "component = [",
      kFrequency);
  for (const FreeComponent& f : robot.mobility.free)
    out += fmt::format("{{ name = \"{}\", sine = [{}] }}, ", f.name, f.angular ? 0.05 : 0.02 * robot.length);
  return out + "]\n";
}

struct NamedController {
  const char *name, *text;  // {} in the text is the platform
};
constexpr NamedController kControllers[] = {{"joint_pd", ""},
                                            {"joint_computed_torque", ""},
                                            {"computed_torque", ""},
                                            {"impedance", "stiffness = 100\ndamping = 10\n"},
                                            {"sliding_mode", "disturbance = 1\n"},
                                            {"super_twisting", "disturbance = 1\n"},
                                            {"passivity", ""},
                                            {"adaptive", "adapt = [{{ parameter = \"{}.m\" }}]\n"}};

// States along the wave, as a controller gets them.
struct Stretch {
  std::vector<Reference> references;
  std::vector<Measurement> measured;

  explicit Stretch(const Robot& robot) {
    const ScenarioSpec spec = read_scenario_text("duration = 1\n" + wave(robot), "bench");
    const Trajectory trajectory = make_trajectory(robot, *spec.trajectory, ".");
    const Evaluator evaluator(robot);
    Evaluator::Memory memory(evaluator);
    ReferenceFollower follower(robot);
    VecX<double> ddqa = VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()));
    for (int k = 0; k < kCalls; ++k) {
      Reference at(robot);
      Measurement seen(robot);
      seen.t = k / kRate;
      if (const Outcome outcome = trajectory.at(seen.t, follower, at); !outcome.answered())
        throw InputError({}, fmt::format("{}: the wave about home is {}", robot.name, to_string(outcome.status)));
      seen.pose = at.pose;
      seen.Vr = at.Vr;
      (void)evaluator.positions(at.pose, memory, seen.qa);
      (void)evaluator.rates(at.pose, at.Vr, at.dVr, memory, seen.dqa, ddqa);
      references.push_back(at);
      measured.push_back(seen);
    }
  }
};

double controller_time(const Robot& robot, const NamedController& named, const Stretch& stretch) {
  const std::string text = fmt::format(fmt::runtime(named.text), robot.nacelle.body_names[0]);
  Controller control = make_controller(robot, read_controller(fmt::format("type = \"{}\"\n{}", named.name, text), "bench"));
  VecX<double> effort(static_cast<Eigen::Index>(robot.actuators.size()));
  return time_of([&](int k) { (void)control(stretch.measured[k], stretch.references[k], effort); });
}

double forward_time(const Robot& robot, const Stretch& stretch) {
  const ForwardProgram forward(robot);
  ForwardProgram::Memory memory(forward);
  Pose<double> pose = robot.home;
  return time_of([&](int k) { (void)forward(stretch.measured[k].qa.data(), pose, memory); });
}

double efforts_time(const Robot& robot, const Stretch& stretch) {
  const EncoderEfforts efforts(robot);
  EncoderEfforts::Memory memory(efforts);
  Pose<double> pose = robot.home;
  const VecX<double> ddqa = VecX<double>::Constant(static_cast<Eigen::Index>(robot.actuators.size()), 0.1);
  VecX<double> effort = ddqa;
  return time_of([&](int k) {
    const Measurement& seen = stretch.measured[k];
    (void)efforts(seen.qa.data(), seen.dqa.data(), ddqa.data(), pose, effort.data(), memory);
  });
}

ControlRow simulation_row(const Robot& robot, double seconds) {
  const std::string text =
      fmt::format("duration = {}\n{}[controller]\ntype = \"computed_torque\"\nrate = {}\n[sensors]\nresolution = [1e-9]\n", seconds,
                  wave(robot), kRate);
  Simulation run(robot, read_scenario_text(text, "bench"), ".");
  const double start = processor_seconds();
  while (run.step()) {
  }
  const double elapsed = processor_seconds() - start;
  if (!run.outcome().ok()) throw InputError({}, fmt::format("the run ends as {}", to_string(run.outcome().status)));
  return {robot.name, "simulation with computed_torque, from encoders", 1e6 * elapsed / static_cast<double>(run.totals().steps),
          run.time() / elapsed};
}

}  // namespace

ControlTimes control_times(const Robot& robot, double seconds, const std::function<void()>& step) {
  ControlTimes out;
  const auto add = [&](const std::string& call, const std::function<ControlRow()>& row) {
    try {
      out.rows.push_back(row());
    } catch (const InputError& error) {
      out.left_out.push_back(fmt::format("{} {}: {}", robot.name, call, error.what()));
    }
    step();
  };
  const Stretch stretch(robot);
  for (const NamedController& c : kControllers)
    add(c.name, [&]() -> ControlRow { return {robot.name, c.name, controller_time(robot, c, stretch)}; });
  add("encoders to pose", [&]() -> ControlRow { return {robot.name, "encoders to pose", forward_time(robot, stretch)}; });
  add("encoders to efforts", [&]() -> ControlRow { return {robot.name, "encoders to efforts", efforts_time(robot, stretch)}; });
  add("simulation", [&] { return simulation_row(robot, seconds); });
  return out;
}

}  // namespace gough::command
