#include "gough/program/entry_ports.hpp"

#include <fmt/format.h>

#include <cassert>

#include "gough/program/robot_ports.hpp"

namespace gough {
namespace {

// Name of a component of V_N.
std::string nacelle_component(const Robot& robot, int index) {
  static const char* const kNames[] = {"x", "y", "z", "rx", "ry", "rz"};
  return index < 6 ? kNames[index] : robot.nacelle.joints[index - 6].name;
}

}  // namespace

Port jacobian_port(const Robot& robot, int a, int c) {
  assert(has_actuator(robot, a));
  assert(has_freedom(robot, c));
  const std::string &joint = robot.actuators[a].name, &rate = robot.mobility.free[c].name;
  return {fmt::format("{}/{}", joint, rate), "actuator over platform rate", PortKind::entry, robot.mobility.n * a + c,
          fmt::format("rate of joint {} by platform rate {}", joint, rate)};
}

Port mobility_port(const Robot& robot, int r, int c) {
  assert(has_component(robot, r));
  assert(has_freedom(robot, c));
  const std::string row = nacelle_component(robot, r), &rate = robot.mobility.free[c].name;
  return {fmt::format("{}/{}", row, rate), "component over platform rate", PortKind::entry, robot.mobility.n * r + c,
          fmt::format("rate of {} by platform rate {}", row, rate)};
}

Port mass_port(const Robot& robot, int r, int c, int component) {
  assert(has_freedom(robot, r));
  assert(has_freedom(robot, c));
  static const char* const kUnits[] = {"kg", "kg m", "kg m2"};  // by how many of the two components turn
  const FreeComponent &row = robot.mobility.free[r], &column = robot.mobility.free[c];
  return {fmt::format("M.{}.{}", row.name, column.name), kUnits[row.angular + column.angular], PortKind::entry, component,
          fmt::format("mass matrix, row {}, column {}", row.name, column.name)};
}

Port bias_port(const Robot& robot, int r, int component) {
  assert(has_freedom(robot, r));
  const FreeComponent& row = robot.mobility.free[r];
  return {"c." + row.name, row.angular ? "N m" : "N", PortKind::entry, component,
          fmt::format("velocity, gravity, friction and load terms along {}", row.name)};
}

Port regressor_port(const Robot& robot, int a, const std::string& parameter, const std::string& unit, int component) {
  assert(has_actuator(robot, a));
  const std::string& joint = robot.actuators[a].name;
  return {fmt::format("{}/{}", joint, parameter), fmt::format("{}/({})", effort_port(robot, a).unit, unit), PortKind::entry, component,
          fmt::format("effort of {} by parameter {}", joint, parameter)};
}

std::vector<Port> energy_ports() {
  return {{"kinetic", "J", PortKind::entry, 0, "kinetic energy, rotors included"},
          {"potential", "J", PortKind::entry, 1, "potential energy, 0 at the base's origin"},
          {"kinetic_rate", "W", PortKind::entry, 2, "rate of the kinetic energy"},
          {"potential_rate", "W", PortKind::entry, 3, "rate of the potential energy"},
          {"dissipation", "W", PortKind::entry, 4, "power that friction takes"},
          {"external", "W", PortKind::entry, 5, "power of the external wrenches"}};
}

Port reaction_port(const Robot& robot, const Reaction& reaction, int number, int component) {
  assert(reaction.leg < 0 || has_leg(robot, reaction.leg));
  assert(component >= 0 && component < 6);
  static const char* const kParts[] = {"fx", "fy", "fz", "mx", "my", "mz"};
  const std::string joint = fmt::format("{}.{}", reaction.leg < 0 ? "nacelle" : robot.legs[reaction.leg].name, reaction.joint);
  return {fmt::format("{}.{}", joint, kParts[component]), component < 3 ? "N" : "N m", PortKind::entry, 6 * number + component,
          fmt::format("{} along {} that {} passes to its outer body, at its point, base axes", component < 3 ? "force" : "moment",
                      kParts[component][1], joint)};
}

}  // namespace gough
