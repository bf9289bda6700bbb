#include "apps/gough/fk_sensors.hpp"

#include <fmt/format.h>

#include "apps/gough/command.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/sensor_tables.hpp"
#include "apps/gough/state_file.hpp"
#include "apps/gough/typed_state.hpp"
#include "gough/kinematics/state_columns.hpp"
#include "gough/math/rotation.hpp"

namespace gough::command {
namespace {

VecX<double> typed_readings(const std::vector<Sensor>& all, const SensorState& o) {
  const std::vector<double> typed = numbers(o.joints, "--joints");
  if (typed.size() != all.size()) {
    std::string names;
    for (const Sensor& s : all) names += (names.empty() ? "" : ",") + s.name;
    throw InputError({}, fmt::format("--joints: {} numbers; with --sensors expected {}: {}", typed.size(), all.size(), names));
  }
  VecX<double> out(static_cast<Eigen::Index>(typed.size()));
  for (std::size_t s = 0; s < typed.size(); ++s)
    out(static_cast<Eigen::Index>(s)) = o.deg && all[s].revolute ? radians(typed[s]) : typed[s];
  return out;
}

std::string explanation(const Robot& robot, const std::vector<Sensor>& all, const MeasuredPose& found) {
  switch (found.status) {
    case SightStatus::ok: return "";
    case SightStatus::unobservable:
      return fmt::format("nothing measures {} there; `gough sensors` says which joint needs a sensor",
                         motion_words(robot, found.seen.unseen));
    case SightStatus::unreachable: return "a reading is no number";
    case SightStatus::not_converged: break;
  }
  if (found.worst_sensor < 0) return "no pose near the start fits; check units, or give a nearer --start";
  return fmt::format(
      "no pose near the start fits: of the best one '{}' is off most, some reading by {} rad or robot lengths; check units "
      "and zeros, or give a nearer --start",
      all[static_cast<std::size_t>(found.worst_sensor)].name, number(found.worst));
}

void print_pose(const Robot& robot, const std::vector<Sensor>& all, const MeasuredPose& found, const KinematicsData<double>& data) {
  const Vec3<double> rpy = rpy_from_rotation(found.pose.R);
  fmt::print("position {} m, roll pitch yaw {} deg\n", vector_text(found.pose.p.data(), 3), vector_text(rpy.data(), 3));
  Table table({"", "standard deviation", "unit"});
  for (const ComponentSpread& row : component_spreads(robot, found.seen, found.seen, data))
    table.add({row.name, number(row.all), row.unit});
  fmt::print("{}", table.text());
  const int spare = static_cast<int>(all.size()) - robot.mobility.n;
  if (spare > 0)
    fmt::print("{} more than needed; readings and pose differ by {} times what the standard deviations say\n", plural(spare, "sensor"),
               number(std::sqrt(found.square / spare)));
}

int one_measured_state(const Robot& robot, const SensorState& o, const Pose<double>& start) {
  const std::vector<Sensor> all = sensors(robot);
  KinematicsData<double> data(robot);
  const MeasuredPose found = measured_pose(robot, all, typed_readings(all, o), start, data);
  const std::string why = explanation(robot, all, found);
  const bool ok = found.status == SightStatus::ok;
  if (o.json) {
    Json out{{"status", to_string(found.status)}};
    if (!ok) out["explanation"] = why;
    if (ok) {
      out["pose"] = pose_values(robot, found.pose);
      out["covariance"] = Json::array();
      for (Eigen::Index r = 0; r < found.seen.covariance.rows(); ++r)
        out["covariance"].push_back(std::vector<double>(found.seen.covariance.row(r).begin(), found.seen.covariance.row(r).end()));
      for (const ComponentSpread& row : component_spreads(robot, found.seen, found.seen, data))
        out["standard_deviation"][row.name] = 1e-3 * row.all;
      out["square"] = found.square;
    }
    add_warnings(out);
    emit(out);
  } else {
    fmt::print("status {}{}{}\n", to_string(found.status), ok ? "" : ": ", why);
    if (ok) print_pose(robot, all, found, data);
  }
  return ok ? kOk : kStatus;
}

int many_measured_states(const Robot& robot, const SensorState& o, const Pose<double>& start) {
  const std::vector<Sensor> all = sensors(robot);
  StateFile file(robot, o.states);
  const std::vector<int> readings = file.need(sensor_columns(robot), "readings of the sensors", "simulate");
  const PassedColumns passed(file.columns(), {ColumnKind::pose, ColumnKind::error, ColumnKind::energy});
  std::string out = passed.header();
  for (const std::string& name : pose_columns(robot, o.rpy)) out += name + ",";
  out += "status\n";
  KinematicsData<double> data(robot);
  Pose<double> last = start;
  while (file.next()) {
    const VecX<double> q = file.numbers(readings);
    const bool given = q.allFinite();
    MeasuredPose found;
    if (given) found = measured_pose(robot, all, q, last, data);
    const bool ok = given && found.status == SightStatus::ok;
    if (ok) last = found.pose;
    passed.write(file.row(), out);
    for (double x : pose_values(robot, found.pose, o.rpy)) write_cell(ok ? x : std::nan(""), out);
    (out += given ? to_string(found.status) : std::string_view(file.status())) += '\n';
  }
  emit(out, o.output);
  return kOk;
}

}  // namespace

int pose_from_sensors(const Robot& robot, const SensorState& o, const Pose<double>& start) {
  return o.states.empty() ? one_measured_state(robot, o, start) : many_measured_states(robot, o, start);
}

}  // namespace gough::command
