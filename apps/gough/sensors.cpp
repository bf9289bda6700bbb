#include <fmt/format.h>

#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/explain_status.hpp"
#include "apps/gough/sensor_tables.hpp"
#include "apps/gough/typed_state.hpp"
#include "apps/gough/warn.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/sensor_choice.hpp"
#include "gough/math/rotation.hpp"

namespace gough::command {
namespace {

struct Options {
  std::string robot;
  std::optional<std::string> pose;
  bool rpy = false, json = false;
  int add = 0;
};

constexpr std::size_t kShown = 12;  // candidates

// Root mean squares over an axis: mm, and mrad.
struct Spread {
  double position = 0.0, rotation = 0.0;
};
Spread spread(const Observability& seen, const KinematicsData<double>& data) {
  if (!seen.observable()) return {kInfinity, kInfinity};
  const VecX<double> s = seen.deviations(data);
  return {1e3 * s.head<3>().norm() / std::sqrt(3.0), 1e3 * s.segment<3>(3).norm() / std::sqrt(3.0)};
}

std::string unseen_text(const Robot& robot, const Observability& seen) {
  return "not seen: nothing measures " + motion_words(robot, seen.unseen);
}

void print_sensors(const Robot& robot, const std::vector<Sensor>& all, const KinematicsData<double>& data) {
  const VecX<double> readings = sensor_readings(robot, all, data);
  Table table({"sensor", "on", "reading", "unit", "sigma", "unit"});
  for (std::size_t s = 0; s < all.size(); ++s) {
    const double unit = all[s].revolute ? degrees(1.0) : 1.0, reading = unit * readings(static_cast<Eigen::Index>(s));
    table.add({all[s].name,
               all[s].actuator >= 0 ? "actuator"
               : all[s].leg < 0     ? "nacelle joint"
                                    : "passive joint",
               number(std::abs(reading) < 1e-12 ? 0.0 : reading), all[s].revolute ? "deg" : "m", number(1e3 * all[s].sigma),
               all[s].revolute ? "mrad" : "mm"});
  }
  fmt::print("sensors (sigma: standard deviation of a reading)\n{}", table.text());
}

std::string spread_cell(double spread) { return spread < kInfinity ? number(spread) : "not seen"; }

// `more`: there are sensors besides the actuators.
void print_spread(const Robot& robot, bool more, const Observability& actuators, const Observability& all,
                  const KinematicsData<double>& data) {
  fmt::print("\npose of the platform's origin, standard deviations in base axes\n");
  Table table(more ? std::vector<std::string>{"", "actuators alone", "all sensors", "gain", "unit"}
                   : std::vector<std::string>{"", "actuators", "unit"});
  for (const ComponentSpread& row : component_spreads(robot, actuators, all, data)) {
    const std::string gained = row.alone < kInfinity && row.all > 0.0 ? number(row.alone / row.all) : "";
    if (more) table.add({row.name, spread_cell(row.alone), spread_cell(row.all), gained, row.unit});
    else table.add({row.name, spread_cell(row.alone), row.unit});
  }
  fmt::print("{}", table.text());
  if (!all.observable()) fmt::print("{}\n", unseen_text(robot, all));
  else if (!actuators.observable())
    fmt::print("the actuators alone do not tell the pose: nothing measures {}\n", motion_words(robot, actuators.unseen));
  else if (more) fmt::print("average gain {}\n", number(gain(actuators, all)));
}

std::vector<std::string> choice_cells(const SensorChoice& choice, const KinematicsData<double>& data) {
  const Spread s = spread(choice.seen, data);
  const bool seen = choice.seen.observable();
  return {choice.sensor.name, choice.sensor.revolute ? "revolute" : "prismatic",
          !seen                      ? "still not seen"
          : choice.gain == kInfinity ? "lets the pose be seen"
                                     : number(choice.gain),
          seen ? number(s.position) : "", seen ? number(s.rotation) : ""};
}

void print_choices(const std::vector<SensorChoice>& choices, std::size_t most, const KinematicsData<double>& data) {
  Table table({"joint", "type", "gain", "position (mm)", "rotation (mrad)"});
  for (std::size_t k = 0; k < std::min(most, choices.size()); ++k) table.add(choice_cells(choices[k], data));
  fmt::print("{}", table.text());
  if (choices.size() > most) fmt::print("  and {} more with less gain; --json has all\n", choices.size() - most);
}

Json choices_json(const std::vector<SensorChoice>& choices, const KinematicsData<double>& data) {
  Json out = Json::array();
  for (const SensorChoice& choice : choices) {
    const Spread s = spread(choice.seen, data);
    const bool seen = choice.seen.observable();
    out.push_back({{"sensor", choice.sensor.name},
                   {"sigma", choice.sensor.sigma},
                   {"observable", seen},
                   {"gain", seen && choice.gain < kInfinity ? Json(choice.gain) : Json()},
                   {"position", seen ? Json(1e-3 * s.position) : Json()},
                   {"rotation", seen ? Json(1e-3 * s.rotation) : Json()}});
  }
  return out;
}

void print_all(const Robot& robot, const Options& o, const KinematicsData<double>& data, const std::string& status) {
  const std::vector<Sensor> all = sensors(robot);
  const Observability alone = observability(robot, actuator_sensors(robot), data), seen = observability(robot, all, data);
  const Vec3<double> rpy = rpy_from_rotation(data.pose.R);
  fmt::print("{} at position {} m, roll pitch yaw {} deg\n\n", robot.name, vector_text(data.pose.p.data(), 3), vector_text(rpy.data(), 3));
  if (!status.empty()) fmt::print("{}\n", status);
  print_sensors(robot, all, data);
  print_spread(robot, all.size() > robot.actuators.size(), alone, seen, data);
  const std::vector<Sensor> left = possible_sensors(robot);
  if (left.empty()) return;
  fmt::print("\none more sensor of 0.1 mrad, or {} mm: gain, and standard deviations as a root mean square over the axes\n",
             number(1e3 * kUsualSigma * robot.length));
  print_choices(rank_sensors(robot, all, left, data), kShown, data);
  if (o.add == 0) return;
  fmt::print("\nthe best {} one after another, each with its own gain\n", plural(o.add, "sensor"));
  print_choices(choose_sensors(robot, o.add, data), static_cast<std::size_t>(o.add), data);
}

Json all_json(const Robot& robot, const Options& o, const KinematicsData<double>& data) {
  const std::vector<Sensor> all = sensors(robot);
  const Observability alone = observability(robot, actuator_sensors(robot), data), seen = observability(robot, all, data);
  const VecX<double> readings = sensor_readings(robot, all, data);
  Json out{{"robot", robot.name}, {"sensors", Json::array()}};
  for (std::size_t s = 0; s < all.size(); ++s)
    out["sensors"].push_back({{"name", all[s].name},
                              {"actuated", all[s].actuator >= 0},
                              {"reading", readings(static_cast<Eigen::Index>(s))},
                              {"unit", all[s].revolute ? "rad" : "m"},
                              {"sigma", all[s].sigma}});
  out["observable"] = seen.observable();
  out["distance"] = seen.distance;
  out["unseen"] = seen.observable() ? Json() : Json(motion_words(robot, seen.unseen));
  out["actuators_observable"] = alone.observable();
  out["gain"] = alone.observable() && seen.observable() ? Json(gain(alone, seen)) : Json();
  out["pose"] = Json::object();
  for (const auto& row : component_spreads(robot, alone, seen, data))
    out["pose"][row.name] = {{"actuators", row.alone < kInfinity ? Json(1e-3 * row.alone) : Json()},
                             {"all", row.all < kInfinity ? Json(1e-3 * row.all) : Json()},
                             {"unit", row.unit == "mm" ? "m" : "rad"}};
  out["one_more"] = choices_json(rank_sensors(robot, all, possible_sensors(robot), data), data);
  if (o.add > 0) out["add"] = choices_json(choose_sensors(robot, o.add, data), data);
  return out;
}

int run_sensors(const Options& o) {
  const Robot robot = open_robot(o.robot);
  const GivenPose given = typed_pose(robot, o.pose, o.rpy, "--pose");
  KinematicsData<double> data(robot);
  const Outcome outcome = solve_pose(robot, given, data);
  const std::string why = explain_status(robot, given.pose, data, outcome);
  if (!outcome.has_position()) {
    if (o.json) emit(status_json(outcome, why));
    else fmt::print("{}", status_text(outcome, why));
    return kStatus;
  }
  if (o.json) {
    Json out = status_json(outcome, why);
    out.update(all_json(robot, o, data));
    add_warnings(out);
    emit(out);
  } else print_all(robot, o, data, outcome.ok() ? "" : status_text(outcome, why));
  return observability(robot, sensors(robot), data).observable() ? kOk : kStatus;
}

}  // namespace

void add_sensors(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "sensors", "How well the measured joints tell the pose, and which joint would gain most by a sensor");
  auto o = std::make_shared<Options>();
  sub.option("ROBOT", o->robot, "robot file or catalog name").required();
  sub.option("--pose", o->pose, "where, as --pose of `gough ik`; home if absent");
  sub.flag("--rpy", o->rpy, "--pose is x,y,z,roll,pitch,yaw with angles in degrees");
  sub.number("--add", o->add, 0, 100, "choose this many more sensors, the best first, each besides those before it");
  sub.flag("--json", o->json, "print one JSON object, in m and rad");
  sub.footer(
      "Measured are the actuators and every joint with a `sensor` in the robot file. Printed are what nothing measures, the pose's "
      "standard\n"
      "deviations with the actuators alone and with all, and for each joint without a sensor what one would bring.\n"
      "The gain is the factor by which standard deviations fall on average: the 2n-th root of the ratio of the covariances' determinants, "
      "n\n"
      "being the mobility. Where the pose is not seen the exit code is 1. Poses from readings: `gough fk --sensors`; docs/sensors.md.\n\n"
      "Examples:\n  gough sensors gough_stewart --add 3\n  gough sensors delta --pose 0.05,0,-0.75");
  sub.callback([=, &exit_code] { exit_code = run_sensors(*o); });
}

}  // namespace gough::command
