#include "gough/trajectory/trajectory.hpp"

#include <fmt/format.h>

#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/sample_table.hpp"
#include "apps/gough/state.hpp"
#include "apps/gough/warn.hpp"
#include "gough/io/files.hpp"
#include "gough/trajectory/check_trajectory.hpp"
#include "gough/trajectory/trajectory_spec.hpp"

namespace gough::command {
namespace {

struct Options {
  std::string robot, file, output;
  std::optional<std::string> payload;
  double rate = 1000.0;
  bool json = false;
};

std::string percent(double share) { return share > 0 ? fmt::format("{:.1f} %", 100 * share) : ""; }

// Which limits there are: one that no actuator has cannot be exceeded.
Json limits_json(const Robot& robot) {
  int strokes = 0, speeds = 0, efforts = 0;
  for (const Actuator& a : robot.actuators) {
    strokes += std::isfinite(a.position_min) || std::isfinite(a.position_max);
    speeds += std::isfinite(a.speed_max);
    efforts += std::isfinite(a.effort_max);
  }
  return {{"actuators", robot.actuators.size()}, {"stroke", strokes}, {"speed", speeds}, {"effort", efforts}};
}

std::string within_limits(const Robot& robot) {
  const Json limits = limits_json(robot);
  std::string given, missing;
  for (const char* kind : {"stroke", "speed", "effort"}) {
    const int count = limits[kind], all = limits["actuators"];
    if (count > 0)
      given += fmt::format("{}{}{}", given.empty() ? "" : ", ", kind, count == all ? "" : fmt::format(" ({} of {})", count, all));
    if (count < all) missing += fmt::format("{}{}", missing.empty() ? "" : ", ", kind);
  }
  if (given.empty()) return "reachable throughout; the robot file gives no limits of stroke, speed or effort to check";
  return fmt::format("within all limits that the robot file gives: {}{}", given,
                     missing.empty() ? "" : fmt::format("; not limited: {}", missing));
}

void print(const Robot& robot, const Trajectory& trajectory, const TrajectoryCheck& check, double rate) {
  fmt::print("{:.6g} s{}, {} samples at {:.6g} Hz\n", trajectory.duration(), trajectory.periodic() ? ", repeating" : "", check.samples,
             rate);
  fmt::print("platform: speed up to {} m/s, acceleration up to {} m/s2 ({:.3g} g), angular speed up to {} rad/s\n", number(check.speed),
             number(check.acceleration), check.acceleration / 9.81, number(check.angular_speed));
  if (std::isfinite(check.nearest_singularity))
    fmt::print("nearest to a singularity at {:.6g} s: measure {} (0 is singular)\n", check.nearest_time, number(check.nearest_singularity));
  Table table(
      {"actuator", "from", "to", "unit", "of stroke", "speed", "unit", "of limit", "acceleration", "unit", "effort", "unit", "of limit"});
  for (std::size_t i = 0; i < robot.actuators.size() && check.samples > 0; ++i) {
    const ActuatorPeaks& p = check.actuators[i];
    const std::string unit = robot.actuators[i].revolute ? "rad" : "m";
    table.add({robot.actuators[i].name, number(p.position_min), number(p.position_max), unit, percent(p.stroke_share), number(p.speed),
               unit + "/s", percent(p.speed_share), number(p.acceleration), unit + "/s2", number(p.effort),
               robot.actuators[i].revolute ? "N m" : "N", percent(p.effort_share)});
  }
  if (!table.empty()) fmt::print("{}", table.text());
  if (check.first) fmt::print("first violation at {:.6g} s: {}\n", check.first->t, check.first->what);
  else fmt::print("{}\n", within_limits(robot));
}

Json json(const Robot& robot, const Trajectory& trajectory, const TrajectoryCheck& check, double rate) {
  Json out{{"ok", !check.first},
           {"duration", trajectory.duration()},
           {"periodic", trajectory.periodic()},
           {"rate", rate},
           {"samples", check.samples},
           {"speed", check.speed},
           {"acceleration", check.acceleration},
           {"angular_speed", check.angular_speed}};
  if (std::isfinite(check.nearest_singularity))
    out["nearest_singularity"] = {{"time", check.nearest_time}, {"measure", check.nearest_singularity}};
  out["limits"] = limits_json(robot);
  Json actuators = Json::array();
  for (std::size_t i = 0; i < robot.actuators.size() && check.samples > 0; ++i) {
    const ActuatorPeaks& p = check.actuators[i];
    actuators.push_back({{"name", robot.actuators[i].name},
                         {"position", {p.position_min, p.position_max}},
                         {"speed", p.speed},
                         {"acceleration", p.acceleration},
                         {"effort", p.effort},
                         {"stroke_share", p.stroke_share},
                         {"speed_share", p.speed_share},
                         {"effort_share", p.effort_share}});
  }
  out["actuators"] = actuators;
  if (check.first) out["violation"] = {{"time", check.first->t}, {"status", to_string(check.first->status)}, {"what", check.first->what}};
  return out;
}

int run(const Options& o) {
  require_writable(o.output);
  const Robot robot = open_robot(o.robot);
  const TrajectorySpec spec = read_trajectory_file(o.file);
  const Trajectory trajectory = make_trajectory(robot, spec, std::filesystem::path(o.file).parent_path());
  Load load;
  if (o.payload) load.payload = parse_payload(robot, *o.payload);
  SampleTable samples(robot);
  TrajectoryCheck check;
  {
    Progress progress;
    std::size_t done = 0;
    const std::size_t total = static_cast<std::size_t>(std::min(1e7, trajectory.duration() * o.rate)) + 1;
    check = check_trajectory(robot, trajectory, load, o.rate, [&](const TrajectorySample& sample) {
      if (!o.output.empty()) samples.add(sample);
      progress.update(++done, total);
    });
  }
  if (!o.output.empty()) emit(samples.text(), o.output);
  if (o.json) emit(json(robot, trajectory, check, o.rate));
  else print(robot, trajectory, check, o.rate);
  return check.first ? kStatus : kOk;
}

}  // namespace

void add_trajectory(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "trajectory", "Sample a trajectory and check it against limits, workspace and singularities");
  auto o = std::make_shared<Options>();
  sub.option("robot", o->robot, "robot file or catalog name").required();
  sub.option("file", o->file, "trajectory file (TOML); docs/trajectories.md").required();
  sub.option("-o,--output", o->output, "write the samples as a table (docs/tables.md), which every other command reads");
  sub.number("--rate", o->rate, 1e-3, 1e6, "samples per second (1000)");
  sub.option("--payload", o->payload, "mass, or mass,x,y,z with its centre from the tool point");
  sub.flag("--json", o->json, "machine-readable");
  sub.footer(
      "Examples:\n  gough trajectory delta examples/trajectories/delta_adept.toml --payload 0.5\n"
      "  gough trajectory gough_stewart examples/trajectories/gough_stewart_spline.toml -o motion.csv --rate 500\n"
      "  gough idm gough_stewart --states motion.csv");
  sub.callback([=, &exit_code] { exit_code = run(*o); });
}

}  // namespace gough::command
