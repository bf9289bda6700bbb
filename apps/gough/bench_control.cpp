#include "apps/gough/bench_control.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "apps/gough/emitted_code.hpp"
#include "gough/control/emit_controller.hpp"
#include "gough/evaluate/encoder_efforts.hpp"
#include "gough/math/rotation.hpp"
#include "gough/program/pose_ports.hpp"
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

ControllerSpec spec_of(const Robot& robot, const NamedController& named) {
  const std::string text = fmt::format(fmt::runtime(named.text), robot.nacelle.body_names[0]);
  return read_controller(fmt::format("type = \"{}\"\n{}", named.name, text), "bench");
}

double controller_time(const Robot& robot, const NamedController& named, const Stretch& stretch) {
  Controller control = make_controller(robot, spec_of(robot, named));
  VecX<double> effort(static_cast<Eigen::Index>(robot.actuators.size()));
  return time_of([&](int k) { (void)control(stretch.measured[k], stretch.references[k], effort); });
}

// What `gough compile --controller --simd` writes, from encoders, by the first compiler that there is.
ControlRow emitted_row(const Robot& robot, const NamedController& named, const Stretch& stretch) {
  const EmittedController emitted = emitted_controller(robot, spec_of(robot, named), "", 1, 1);
  std::vector<NamedText> files = controller_project(emitted, true);
  files[0].text += "unsigned long state_size(void)\n{\n    return sizeof(controller);\n}\n";
  std::size_t operations = 0;
  for (const Program& program : emitted.law.programs) operations += program.code.size();
  std::string compiler = "clang";
  std::shared_ptr<void> library;
  try {
    library = compiled_library(files, operations, compiler);
  } catch (const InputError&) {
    library = compiled_library(files, operations, compiler = "gcc");
  }
  const auto symbol = [&](const std::string& name) { return ::dlsym(library.get(), name.c_str()); };
  const auto size = reinterpret_cast<unsigned long (*)()>(symbol("state_size"));
  const auto init = reinterpret_cast<void (*)(void*)>(symbol(emitted.name + "_init"));
  const auto step = reinterpret_cast<int (*)(void*, const double*, const double*, const double*, double*)>(symbol(emitted.name + "_step"));
  if (!size || !init || !step) throw InputError({}, "the compiled controller lacks its functions");
  std::vector<std::vector<double>> references;
  const PosePorts ports(robot);
  for (const Reference& r : stretch.references) {
    references.emplace_back(emitted.home.size());
    ports.fill(r.pose, references.back().data());
    for (const VecX<double>* v : {&r.Vr, &r.dVr}) references.back().insert(references.back().end(), v->begin(), v->end());
  }
  std::vector<std::max_align_t> state(size());
  init(state.data());
  std::vector<double> effort(robot.actuators.size());
  const double time = time_of([&](int k) {
    const Measurement& seen = stretch.measured[static_cast<std::size_t>(k)];
    (void)step(state.data(), seen.qa.data(), seen.dqa.data(), references[static_cast<std::size_t>(k)].data(), effort.data());
  });
  return {robot.name, fmt::format("{} as C by {}, from encoders", named.name, compiler), time};
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
  for (const NamedController& c : kControllers) add(std::string(c.name) + " as C", [&] { return emitted_row(robot, c, stretch); });
  add("encoders to pose", [&]() -> ControlRow { return {robot.name, "encoders to pose", forward_time(robot, stretch)}; });
  add("encoders to efforts", [&]() -> ControlRow { return {robot.name, "encoders to efforts", efforts_time(robot, stretch)}; });
  add("simulation", [&] { return simulation_row(robot, seconds); });
  return out;
}

}  // namespace gough::command
