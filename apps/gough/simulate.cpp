#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/interruption.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/result.hpp"
#include "apps/gough/simulate_plot.hpp"
#include "apps/gough/warn.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/control/controller.hpp"
#include "gough/dynamics/massless.hpp"
#include "gough/io/files.hpp"
#include "gough/io/npz.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/simulation/simulation.hpp"

namespace gough::command {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kLargestCopy = std::size_t{1} << 24;

struct Options {
  std::string robot, scenario, output, plot;
  bool json = false;
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string csv(const Simulation& run) {
  std::string out;
  const std::size_t width = run.columns().size();
  for (std::size_t c = 0; c < width; ++c) out += (c ? "," : "") + run.columns()[c];
  out += '\n';
  for (std::size_t i = 0; i < run.rows().size(); ++i) {
    fmt::format_to(std::back_inserter(out), "{}", run.rows()[i]);
    out += (i + 1) % width ? ',' : '\n';
  }
  return out;
}

// A number that JSON can hold.
Json finite(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json summary(Simulation& run, const fs::path& scenario, const ScenarioSpec& spec, bool interrupted, double wall, double cpu, double setup) {
  const RunTotals& t = run.totals();
  Json out = {{"robot", run.model().name},
              {"scenario", scenario.filename().string()},
              {"payload", spec.plant.payload ? spec.plant.payload->mass : 0.0},
              {"status", to_string(run.outcome().status)},
              {"measure", finite(run.outcome().measure)},
              {"interrupted", interrupted},
              {"time", run.time()},
              {"duration", run.duration()},
              {"steps", t.steps},
              {"step", run.step_size()},
              {"machine_code", run.plant().is_machine_code()}};
  if (t.tracked)
    out["tracking"] = {{"position_rms", t.position_rms()},
                       {"position_max", t.position_max},
                       {"rotation_rms", t.rotation_rms()},
                       {"rotation_max", t.rotation_max}};
  out["efforts"] = Json::array();
  for (std::size_t a = 0; a < run.model().actuators.size(); ++a) {
    const Actuator& actuator = run.model().actuators[a];
    out["efforts"].push_back({{"actuator", actuator.name},
                              {"rms", t.effort_rms(static_cast<int>(a))},
                              {"peak", t.effort_peak(a)},
                              {"limit", finite(actuator.effort_max)},
                              {"unit", actuator.revolute ? "N m" : "N"}});
  }
  out["energy"] = {
      {"kinetic_max", t.kinetic_max}, {"drift", finite(t.energy_drift)}, {"drift_relative", finite(t.energy_drift / t.kinetic_max)}};
  out["loop_closure"] = finite(t.loop_gap);
  out["least_measure"] = t.least_measure;
  out["wall_time"] = wall;
  out["cpu_time"] = cpu;
  out["setup_time"] = setup;
  out["real_time_factor"] = wall > 0.0 ? Json(run.time() / wall) : Json(nullptr);
  out["real_time_factor_cpu"] = cpu > 0.0 ? Json(run.time() / cpu) : Json(nullptr);  // other programs do not count
  const auto estimates = run.estimates();
  const std::vector<double> truth = run.true_values();
  if (!estimates.empty()) out["estimates"] = Json::array();
  for (std::size_t k = 0; k < estimates.size(); ++k)
    out["estimates"].push_back({{"parameter", estimates[k].name},
                                {"estimate", finite(estimates[k].value)},
                                {"true", finite(truth[k])},
                                {"unit", estimates[k].unit}});
  return out;
}

void print_summary(const Json& s, const std::string& folder) {
  Table table({"quantity", "value", "unit"});
  const auto add = [&](const char* name, const Json& value, const char* unit) {
    if (value.is_number()) table.add({name, fmt::format("{:.6g}", value.get<double>()), unit});  // also what is next to nothing
  };
  add("simulated time", s["time"], "s");
  if (s.contains("tracking")) {
    add("position error, RMS", s["tracking"]["position_rms"], "m");
    add("position error, largest", s["tracking"]["position_max"], "m");
    add("rotation error, RMS", s["tracking"]["rotation_rms"], "rad");
    add("rotation error, largest", s["tracking"]["rotation_max"], "rad");
  }
  add("kinetic energy, largest", s["energy"]["kinetic_max"], "J");
  add("energy drift over it", s["energy"]["drift_relative"], "1");
  add("loops open by at most", s["loop_closure"], "m");
  add("least distance to a singularity", s["least_measure"], "1");
  add("time to set up", s["setup_time"], "s");
  add("time to simulate", s["wall_time"], "s");
  add("real-time factor", s["real_time_factor"], "1");
  add("the same by processor time", s["real_time_factor_cpu"], "1");
  fmt::print("{}\n", table.text());
  Table efforts({"actuator", "RMS effort", "peak", "limit", "unit"});
  for (const Json& e : s["efforts"])
    efforts.add({e["actuator"], number(e["rms"]), number(e["peak"]), e["limit"].is_null() ? "" : number(e["limit"]), e["unit"]});
  fmt::print("{}", efforts.text());
  if (s.contains("estimates")) {
    Table estimates({"parameter", "estimate", "true", "unit"});
    for (const Json& e : s["estimates"])
      estimates.add({e["parameter"], number(e["estimate"]), e["true"].is_null() ? "" : number(e["true"]), e["unit"]});
    fmt::print("\n{}", estimates.text());
  }
  fmt::print("\nstatus {}{} at t = {} s; wrote {}/states.csv, states.npz, summary.json\n", s["status"].get<std::string>(),
             s["interrupted"].get<bool>() ? ", interrupted" : "", number(s["time"]), folder);
}

// A picture may go into the folder that does not exist yet.
void check_outputs(const Options& o) {
  require_writable_folder(o.output);
  std::error_code error;
  const auto plain = [](const fs::path& path) { return (fs::current_path() / path / "").lexically_normal(); };
  if (fs::exists(o.output, error) || plain(fs::path(o.plot).parent_path()) != plain(o.output)) require_writable(o.plot);
}

// Where nothing has mass the run would only stop, with a status that does not say so.
void check_mass(const Robot& robot, const ScenarioSpec& spec) {
  Load load;
  if (spec.plant.payload) load.payload = payload_body(robot, *spec.plant.payload);
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  if (position(robot, robot.home, k).answered()) require_mass(robot, load, k, data);
}

int simulate(const Options& o) {
  const Clock::time_point begin = Clock::now();
  check_outputs(o);
  std::string robot_text;
  const Robot robot = open_robot(o.robot, &robot_text);
  const fs::path scenario = o.scenario;
  const std::string scenario_text = read_text(scenario, kLargestCopy);  // once: it may be a pipe, and whoever edits it means the next run
  const ScenarioSpec spec = read_scenario_text(scenario_text, scenario.string());
  check_mass(robot, spec);
  Simulation run(robot, spec, scenario.parent_path());
  const double setup = seconds_since(begin);

  const Interruption interruption;
  const Clock::time_point start = Clock::now();
  const std::clock_t processor = std::clock();
  {
    Progress progress;
    std::size_t count = 0;
    while (!interruption.asked() && run.step())
      if (++count % 256 == 0) progress.update(static_cast<std::size_t>(1e3 * run.time()), static_cast<std::size_t>(1e3 * run.duration()));
  }
  const double wall = seconds_since(start), cpu = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;

  const bool interrupted = interruption.asked();
  std::vector<NamedText> files{{"states.csv", csv(run)},
                               {"states.npz", npz(run.columns(), run.rows())},
                               {"scenario.toml", scenario_text},
                               {"robot.toml", robot_text}};
  Json result = summary(run, o.scenario, spec, interrupted, wall, cpu, setup);
  result["files"] = fingerprints(files);
  files.push_back({"summary.json", result.dump(2) + "\n"});
  write_folder(o.output, files);
  if (!o.plot.empty()) write_text(o.plot, simulation_plot(run));
  if (o.json) emit(result);
  else print_summary(result, o.output);
  return run.outcome().ok() && !interrupted ? kOk : kStatus;
}

}  // namespace

void add_simulate(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "simulate", "Simulate a robot in a scenario: trajectory, controller, sensors, payloads, friction");
  auto o = std::make_shared<Options>();
  sub.option("ROBOT", o->robot, "robot file or catalog name").required();
  sub.option("SCENARIO", o->scenario, "scenario file (TOML); `gough docs scenario-file` lists its keys").required();
  sub.option("-o,--output", o->output, "folder for states.csv, states.npz, summary.json and copies of both files").required();
  sub.option("--plot", o->plot, "draw efforts, tracking error and energy over time into this SVG file");
  sub.flag("--json", o->json, "print the summary as one JSON object");
  sub.footer(
      "Examples:\n"
      "  gough simulate delta examples/scenarios/delta_pick_and_place.toml -o run\n"
      "  gough simulate five_bar examples/scenarios/free_swing.toml -o swing --json\n"
      "A run that meets a singularity or a limit stops there: exit code 1, the status in summary.json, everything up to it written.\n"
      "Interrupted (Ctrl-C, SIGTERM, SIGHUP), it writes what it has: exit code 1; a second time, it ends at once.\n"
      "The folder is exchanged as a whole; other files in it are kept.");
  sub.callback([=, &exit_code] { exit_code = simulate(*o); });
}

}  // namespace gough::command
