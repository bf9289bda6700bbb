#include "tests/fuzz/formats.hpp"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "apps/gough/result.hpp"
#include "apps/studio/recording.hpp"
#include "apps/studio/summary.hpp"
#include "gough/assembly/assembly.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/identification/identification.hpp"
#include "gough/io/files.hpp"
#include "gough/io/robot_file.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/simulation/simulation.hpp"
#include "gough/trajectory/check_trajectory.hpp"
#include "gough/trajectory/trajectory_spec.hpp"

namespace gough::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargest = 10'000'000;
constexpr int kSteps = 20;          // of a simulation
constexpr double kSamples = 50;     // of a trajectory
constexpr int kStates = 40;         // that tell the base parameters of a small robot: the robot's affair, whatever the motion
constexpr int kManyFreedoms = 100;  // of legs: larger robots are assembled, no more

void require(bool fine, const std::string& what) {
  if (!fine) throw Finding(what);
}

const Robot& catalog_robot(const std::string& name) {
  static std::map<std::string, Robot> robots;
  const auto found = robots.find(name);
  return found != robots.end() ? found->second : robots.emplace(name, load_robot(name)).first->second;
}

const Evaluator& catalog_evaluator(const std::string& name) {
  static std::map<std::string, Evaluator> evaluators;
  return evaluators.try_emplace(name, catalog_robot(name)).first->second;
}

// ---- robots

void dynamics_at_home(const Robot& robot) {
  int freedoms = 0;
  for (const Leg& leg : robot.legs) freedoms += leg.freedoms();
  if (freedoms > kManyFreedoms) return;
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  const VecX<double> none = VecX<double>::Zero(robot.mobility.n);
  const Outcome home = position(robot, robot.home, k);
  require(!home.answered() || k.Jinv.allFinite(), "Jinv at home is not finite, status " + std::string(to_string(home.status)));
  const bool driven = static_cast<int>(robot.actuators.size()) >= robot.mobility.n;
  for (Formulation f : kFormulations) {
    if (!driven || f == Formulation::elements) continue;
    const Outcome outcome = inverse_dynamics(robot, f, {}, robot.home, none, none, k, data);
    require(!outcome.answered() || data.effort.allFinite(),
            fmt::format("efforts at home by {} are not finite, status {}", letter(f), to_string(outcome.status)));
  }
  const VecX<double> rest = VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()));
  const Outcome falls = direct_dynamics(robot, Formulation::platform_legs, {}, robot.home, none, rest, k, data);
  require(!falls.answered() || data.acceleration.allFinite(),
          "the acceleration at home is not finite, status " + std::string(to_string(falls.status)));
}

void use_robot(const std::string&, const std::string& text) {
  const RobotDescription description = read_robot_text(text, "fuzz.toml");
  require(read_robot_text(write_robot_text(description), "again.toml") == description, "the robot is not written as it was read");
  dynamics_at_home(assemble(description));
}

// ---- motions

void use_trajectory(const std::string& name, const std::string& text) {
  const Robot& robot = catalog_robot(name);
  const Trajectory trajectory = make_trajectory(robot, read_trajectory_text(text, "fuzz.toml"), "/nowhere");
  const double rate = std::min(1000.0, kSamples / trajectory.duration());
  check_trajectory(robot, trajectory, {}, rate, [](const TrajectorySample& s) {
    if (!s.outcome.answered()) return;
    for (const VecX<double>* x : {&s.qa, &s.dqa, &s.ddqa, &s.effort})
      require(x->allFinite(), fmt::format("a sample at {} s is not finite, status {}", s.t, to_string(s.outcome.status)));
  });
}

void use_scenario(const std::string& name, const std::string& text) {
  const ScenarioSpec spec = read_scenario_text(text, "fuzz.toml");
  Simulation run(catalog_robot(name), spec, "/nowhere", false);
  for (int k = 0; k < kSteps && run.step(); ++k) {
  }
  for (double x : run.rows())
    require(std::isfinite(x), "a number of the log is not finite, status " + std::string(to_string(run.outcome().status)));
}

void use_table(const std::string& name, const std::string& text) {
  std::istringstream in(text);
  const Robot& robot = catalog_robot(name);
  const studio::Recording recording = studio::read_recording(catalog_evaluator(name), in, "fuzz.csv");
  const std::string json = studio::to_json(recording).dump(), tables = studio::summary(robot, recording).dump();
  require(!json.empty() && !tables.empty(), "no JSON");
}

void use_motion(const fs::path& file, const std::string& name, const std::string& text) {
  write_text(file, text);
  IdentificationOptions options;
  options.base.states = kStates;
  const Identification id = identify(catalog_robot(name), file.string(), options);
  require(id.estimate.value.allFinite() && id.fit.predicted.allFinite(), "an estimate is not finite");
}

void use_summary(const fs::path& file, const std::string& text) {
  write_text(file, text);
  studio::Json tables = studio::Json::array();
  studio::add_result(command::read_summary(file), tables);
  require(!tables.dump().empty(), "no JSON");
}

// ---- what they begin with

std::string text_of(const fs::path& file) { return read_text(file, kLargest); }

// The catalog robot whose name the file's begins with.
std::string robot_of(const fs::path& file) {
  std::string best = "five_bar";
  std::size_t length = 0;
  for (const std::string& name : catalog())
    if (name.size() > length && file.filename().string().rfind(name, 0) == 0) best = name, length = name.size();
  return best;
}

std::vector<Sample> folder(const fs::path& path) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Sample> out;
  for (const fs::path& file : files) out.push_back({robot_of(file), text_of(file)});
  return out;
}

// A table of the states of a moving platform, as `gough trajectory` and `gough simulate` write them.
std::string table_of(const std::string& name, int rows) {
  const Robot& robot = catalog_robot(name);
  std::string out = "t";
  for (const FreeComponent& c : robot.mobility.free) out += "," + c.name;
  out += '\n';
  for (int k = 0; k < rows; ++k) {
    out += fmt::format("{}", 0.01 * k);
    const VecX<double> home = free_coordinates(robot, robot.home);
    for (int c = 0; c < robot.mobility.n; ++c) out += fmt::format(",{}", home(c) + 0.01 * std::sin(0.1 * k + c));
    out += '\n';
  }
  return out;
}

// Joints and efforts of a recorded motion. Every row costs a forward geometry and its equations: few, at a rate whose filter has the
// shortest ends.
std::string motion_of(const std::string& name, int rows, const std::string& position, const std::string& effort) {
  const Robot& robot = catalog_robot(name);
  std::string out = "t";
  for (const Actuator& a : robot.actuators) out += "," + position + a.name;
  for (const Actuator& a : robot.actuators) out += "," + effort + a.name;
  out += '\n';
  for (int k = 0; k < rows; ++k) {
    const double t = 0.006 * k;
    out += fmt::format("{:.3f}", t);
    for (std::size_t a = 0; a < robot.actuators.size(); ++a)
      out += fmt::format(",{:.9f}", robot.actuators[a].home + 0.1 * std::sin(6.0 * t + static_cast<double>(a)) + 0.06 * std::sin(17.0 * t));
    for (std::size_t a = 0; a < robot.actuators.size(); ++a)
      out += fmt::format(",{:.9f}", 0.3 * std::sin(6.0 * t + 0.5 + static_cast<double>(a)) + 0.2 * std::cos(17.0 * t));
    out += '\n';
  }
  return out;
}

const char* const kSummary = R"({"robot": "five_bar", "status": "ok", "measure": 0.31, "interrupted": false, "time": 2.0, "steps": 2000,
 "tracking": {"position_rms": 1.2e-5, "position_max": 3e-5}, "efforts": [{"actuator": "left.arm", "rms": 0.5, "peak": 1.5, "limit": null,
 "unit": "N m"}], "estimates": [{"parameter": "platform.m", "estimate": 1.0, "true": 1.1, "unit": "kg"}]})";

}  // namespace

std::vector<Format> formats(const fs::path& source, const fs::path& scratch) {
  const fs::path motion = scratch / "motion.csv", summary = scratch / "summary.json";
  return {
      {"robot", folder(source / "robots"), use_robot},
      {"scenario", folder(source / "examples/scenarios"), use_scenario},
      {"trajectory", folder(source / "examples/trajectories"), use_trajectory},
      {"table",
       {{"five_bar", table_of("five_bar", 40)}, {"delta", table_of("delta", 20)}, {"quattro", table_of("quattro", 10)}},
       use_table},
      {"motion",
       {{"five_bar", motion_of("five_bar", 150, "q_", "tau_")}, {"five_bar", motion_of("five_bar", 130, "measured_q_", "measured_tau_")}},
       [motion](const std::string& robot, const std::string& text) { use_motion(motion, robot, text); }},
      {"summary", {{"", kSummary}}, [summary](const std::string&, const std::string& text) { use_summary(summary, text); }}};
}

}  // namespace gough::fuzz
