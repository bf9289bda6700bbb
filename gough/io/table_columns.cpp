#include "gough/io/table_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/math/rotation.hpp"
#include "gough/model/did_you_mean.hpp"
#include "gough/model/sensor.hpp"

namespace gough {
namespace {

constexpr const char* kRates[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
constexpr const char* kFormulationLetters = "EVPN";

Quantity of(bool turns, Quantity turning, Quantity sliding) { return turns ? turning : sliding; }

// Every name that a robot's tables may have, and for names of earlier versions what is written instead.
class Vocabulary {
 public:
  explicit Vocabulary(const Robot& robot) {
    add(ColumnKind::time, "t", Quantity::time);
    add_pose(robot);
    add_rates(robot);
    for (const Actuator& a : robot.actuators) add_actuator(a);
    for (const Sensor& s : sensors(robot))
      add(ColumnKind::measured_actuator, "measured_q_" + s.name, of(s.revolute, Quantity::angle, Quantity::length), s.name);
    add(ColumnKind::error, "position_error", Quantity::length);
    add(ColumnKind::error, "rotation_error", Quantity::angle);
    add(ColumnKind::energy, "kinetic", Quantity::energy);
    add(ColumnKind::energy, "potential", Quantity::energy);
    add(ColumnKind::status, "status", Quantity::none);
    add_formulations(robot);
  }

  // The column of this name; nothing in particular if there is none.
  TableColumn column(const std::string& name) const {
    if (const auto found = known_.find(name); found != known_.end()) return found->second;
    if (name.starts_with("estimate_")) return {ColumnKind::estimate, name, name.substr(9), Quantity::none, {}, {}};
    return {ColumnKind::other, name, name, Quantity::none, {}, {}};
  }
  // What replaces an earlier name; empty for any other.
  std::string instead(const std::string& name) const {
    const auto found = earlier_.find(name);
    return found == earlier_.end() ? "" : found->second;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& [name, column] : known_) out.push_back(name);
    return out;
  }

 private:
  std::map<std::string, TableColumn> known_;
  std::map<std::string, std::string> earlier_;

  void add(ColumnKind kind, const std::string& name, Quantity quantity, const std::string& label = "") {
    known_.emplace(name, TableColumn{kind, name, label.empty() ? name : label, quantity, {}, {}});
  }

  void add_pose(const Robot& robot) {
    for (const ColumnKind kind : {ColumnKind::pose, ColumnKind::reference}) {
      const std::string prefix = kind == ColumnKind::pose ? "" : "ref_";
      for (const char* name : {"x", "y", "z"}) add(kind, prefix + name, Quantity::length);
      for (const char* name : {"qw", "qx", "qy", "qz"}) add(kind, prefix + name, Quantity::none);
      for (const char* name : {"rx", "ry", "rz", "roll", "pitch", "yaw"}) add(kind, prefix + name, Quantity::angle);
      for (const Joint& joint : robot.nacelle.joints)
        add(kind, prefix + "z_" + joint.name, of(joint.revolute, Quantity::angle, Quantity::length), joint.name);
    }
  }

  void add_rates(const Robot& robot) {
    for (int k = 0; k < 6; ++k) {
      add(ColumnKind::rate, kRates[k], of(k >= 3, Quantity::angular_rate, Quantity::rate));
      add(ColumnKind::acceleration, std::string("d") + kRates[k], of(k >= 3, Quantity::angular_acceleration, Quantity::acceleration));
    }
    for (const Joint& joint : robot.nacelle.joints) {
      const std::string& name = joint.name;
      add(ColumnKind::rate, "dz_" + name, of(joint.revolute, Quantity::angular_rate, Quantity::rate), name);
      add(ColumnKind::acceleration, "ddz_" + name, of(joint.revolute, Quantity::angular_acceleration, Quantity::acceleration), name);
      earlier_[name] = "z_" + name;
      for (const char* prefix : {"d_", "v_"}) earlier_[prefix + name] = "dz_" + name;
      for (const char* prefix : {"dd_", "dv_"}) earlier_[prefix + name] = "ddz_" + name;
    }
    const std::vector<std::string> free = free_columns(robot), second = acceleration_columns(robot);
    for (std::size_t k = 0; k < free.size(); ++k) earlier_["dd_" + robot.mobility.free[k].name] = second[k];
  }

  void add_actuator(const Actuator& a) {
    add(ColumnKind::actuator, "q_" + a.name, of(a.revolute, Quantity::angle, Quantity::length), a.name);
    add(ColumnKind::actuator_rate, "dq_" + a.name, of(a.revolute, Quantity::angular_rate, Quantity::rate), a.name);
    add(ColumnKind::actuator_acceleration, "ddq_" + a.name, of(a.revolute, Quantity::angular_acceleration, Quantity::acceleration), a.name);
    add(ColumnKind::effort, "tau_" + a.name, of(a.revolute, Quantity::torque, Quantity::force), a.name);
    add(ColumnKind::measured_effort, "measured_tau_" + a.name, of(a.revolute, Quantity::torque, Quantity::force), a.name);
    earlier_[a.name] = fmt::format("q_{0} if it is a position, tau_{0} if it is an effort", a.name);
    earlier_["d_" + a.name] = "dq_" + a.name;
    earlier_["dd_" + a.name] = "ddq_" + a.name;
    earlier_["effort_" + a.name] = "tau_" + a.name;
  }

  void add_formulations(const Robot& robot) {
    for (const char* letter = kFormulationLetters; *letter; ++letter) {
      const std::string prefix = std::string(1, *letter) + ".";
      for (const std::string& name : actuator_columns(robot, "tau_")) add(ColumnKind::formulation, prefix + name, column(name).quantity);
      for (const std::string& name : acceleration_columns(robot)) add(ColumnKind::formulation, prefix + name, column(name).quantity);
      for (const Actuator& a : robot.actuators) earlier_[prefix + a.name] = prefix + "tau_" + a.name;
    }
  }
};

bool is_rpy(const std::string& name) {
  const std::string bare = name.starts_with("ref_") ? name.substr(4) : name;
  return bare == "roll" || bare == "pitch" || bare == "yaw";
}

// The column's unit as the header gives it; roll, pitch and yaw are in degrees unless it says otherwise.
ColumnUnit unit_in(const TableColumn& column, const std::string& written, const Place& place) {
  ColumnUnit unit;
  if (column.kind == ColumnKind::other || column.kind == ColumnKind::estimate) return unit;
  if (!find_unit(column.quantity, written, unit))
    throw InputError(place, fmt::format("column '{}' cannot be in '{}'; expected {}", column.name, written, unit_names(column.quantity)));
  if (is_rpy(column.name)) unit.factor = written.empty() ? 1.0 : degrees(unit.factor);
  return unit;
}

}  // namespace

std::vector<std::string> actuator_columns(const Robot& robot, const std::string& prefix) {
  std::vector<std::string> out;
  for (const Actuator& a : robot.actuators) out.push_back(prefix + a.name);
  return out;
}

std::vector<std::string> sensor_columns(const Robot& robot) {
  std::vector<std::string> out;
  for (const Sensor& s : sensors(robot)) out.push_back("measured_q_" + s.name);
  return out;
}

std::vector<std::string> nacelle_columns(const Robot& robot, const std::string& prefix) {
  std::vector<std::string> out;
  for (const Joint& joint : robot.nacelle.joints) out.push_back(prefix + joint.name);
  return out;
}

std::vector<std::string> pose_columns(const Robot& robot, bool rpy) {
  std::vector<std::string> out{"x", "y", "z"};
  for (const char* name : {"qw", "qx", "qy", "qz"})
    if (!rpy) out.emplace_back(name);
  for (const char* name : {"roll [deg]", "pitch [deg]", "yaw [deg]"})
    if (rpy) out.emplace_back(name);
  for (const std::string& name : nacelle_columns(robot, "z_")) out.push_back(name);
  return out;
}

std::vector<std::string> free_columns(const Robot& robot) {
  std::vector<std::string> out;
  for (const FreeComponent& c : robot.mobility.free) out.push_back(c.index < 6 ? c.name : "z_" + c.name);
  return out;
}

std::vector<std::string> rate_columns(const Robot& robot) {
  std::vector<std::string> out;
  for (const FreeComponent& c : robot.mobility.free) out.push_back(c.index < 6 ? kRates[c.index] : "dz_" + c.name);
  return out;
}

std::vector<std::string> acceleration_columns(const Robot& robot) {
  std::vector<std::string> out = rate_columns(robot);
  for (std::string& name : out) name.insert(0, "d");
  return out;
}

TableColumns::TableColumns(const Robot& robot, const CsvReader& csv, Others others) {
  const Vocabulary vocabulary(robot);
  const Place place{csv.file(), csv.line(), 1};
  for (const std::string& text : csv.columns()) {
    const ColumnHeader header = split_header(text);
    TableColumn column = vocabulary.column(header.name);
    if (column.kind == ColumnKind::other) {
      if (const std::string instead = vocabulary.instead(header.name); !instead.empty())
        throw InputError(place, fmt::format("column '{}' is a name of an earlier version; write {}", header.name, instead));
      if (others == Others::refused)
        throw InputError(place, fmt::format("column '{}' has no meaning here{}; docs/tables.md lists those that have", header.name,
                                            did_you_mean(header.name, vocabulary.names())));
    }
    column.unit = unit_in(column, header.unit, place);
    if (column.unit.raw) column.suffix = header.unit == "mA" ? " [A]" : fmt::format(" [{}]", header.unit);
    if (is_rpy(column.name)) column.suffix = " [deg]";
    if (!place_.emplace(header.name, static_cast<int>(columns_.size())).second)
      throw InputError(place, fmt::format("column '{}' comes twice", header.name));
    columns_.push_back(std::move(column));
  }
}

int TableColumns::find(const std::string& name) const {
  const auto found = place_.find(name);
  return found == place_.end() ? -1 : found->second;
}

std::vector<int> TableColumns::find_all(const std::vector<std::string>& names) const {
  std::vector<int> out;
  for (const std::string& name : names) {
    out.push_back(find(name));
    if (out.back() < 0) return {};
  }
  return out;
}

bool TableColumns::has(ColumnKind kind) const {
  return std::any_of(columns_.begin(), columns_.end(), [&](const TableColumn& c) { return c.kind == kind; });
}

bool TableColumns::next(CsvReader& csv, std::vector<double>& row) const {
  if (!csv.next(row)) return false;
  for (std::size_t c = 0; c < row.size(); ++c) row[c] *= columns_[c].unit.factor;
  return true;
}

PassedColumns::PassedColumns(const TableColumns& columns, const std::vector<ColumnKind>& written) {
  for (std::size_t c = 0; c < columns.all().size(); ++c) {
    const TableColumn& column = columns.all()[c];
    if (column.kind == ColumnKind::status || std::find(written.begin(), written.end(), column.kind) != written.end()) continue;
    passed_.push_back(static_cast<int>(c));
    header_ += column.name + column.suffix + ",";
  }
}

void PassedColumns::write(const std::vector<double>& row, std::string& out) const {
  for (int c : passed_) write_cell(row[c], out);
}

VecX<double> cells(const std::vector<int>& columns, const std::vector<double>& row) {
  VecX<double> out(columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k) out(k) = row[columns[k]];
  return out;
}

void write_cell(double value, std::string& out) {
  if (value == value) fmt::format_to(std::back_inserter(out), "{}", value);
  out += ',';
}

}  // namespace gough
