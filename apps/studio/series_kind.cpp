#include "apps/studio/series_kind.hpp"

#include "gough/dynamics/virtual_work.hpp"

namespace gough::studio {
namespace {

std::string parameter_unit(const Robot& robot, const std::string& name) {
  for (const virtual_work::Parameter& p : virtual_work::parameters(robot, {}))
    if (p.name == name) return p.unit;
  return "";
}

std::string unit_of(const Robot& robot, const TableColumn& column) {
  if (column.kind == ColumnKind::estimate) return parameter_unit(robot, column.label);
  if (!column.suffix.empty()) return column.suffix.substr(2, column.suffix.size() - 3);  // " [deg]"
  return si_unit(column.quantity);
}

}  // namespace

SeriesKind series_kind(const Robot& robot, const TableColumn& column) {
  const std::string unit = unit_of(robot, column);
  switch (column.kind) {
    case ColumnKind::time:
    case ColumnKind::status: break;
    case ColumnKind::pose:
    case ColumnKind::reference: return {column.name, unit, "platform"};
    case ColumnKind::rate: return {column.name, unit, "rates"};
    case ColumnKind::acceleration: return {column.name, unit, "accelerations"};
    case ColumnKind::actuator: return {column.label, unit, "actuators"};
    case ColumnKind::actuator_rate: return {column.name, unit, "rates"};
    case ColumnKind::actuator_acceleration: return {column.name, unit, "accelerations"};
    case ColumnKind::effort: return {column.label, unit, "efforts"};
    case ColumnKind::measured_actuator: return {column.label, unit, "measured actuators"};
    case ColumnKind::measured_effort: return {column.label, unit, "measured efforts"};
    case ColumnKind::error: return {column.name, unit, "errors"};
    case ColumnKind::energy: return {column.name, unit, "energy"};
    case ColumnKind::estimate: return {column.label, unit, "estimates"};
    case ColumnKind::formulation:
    case ColumnKind::other: break;
  }
  return {column.name, unit, "others"};
}

}  // namespace gough::studio
