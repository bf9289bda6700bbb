#include "gough/program/robot_ports.hpp"

#include <fmt/format.h>

#include <cassert>

namespace gough {
namespace {

std::string platform_rate(const FreeComponent& f, const char* quantity) {
  static const char* const kAxes = "xyz";
  if (f.index < 3) return fmt::format("{} of the platform's origin along {}, base axes", quantity, kAxes[f.index]);
  if (f.index < 6) return fmt::format("angular {} of the platform about {}, base axes", quantity, kAxes[f.index - 3]);
  return fmt::format("{} of joint {}", quantity, f.name);
}

}  // namespace

Port actuator_position_port(const Robot& robot, std::size_t a) {
  assert(has_actuator(robot, static_cast<int>(a)));
  const Actuator& actuator = robot.actuators[a];
  return {actuator.name,       actuator.revolute ? "rad" : "m",      PortKind::actuator_position,
          static_cast<int>(a), "position of joint " + actuator.name, actuator.home};
}

Port actuator_rate_port(const Robot& robot, std::size_t a) {
  assert(has_actuator(robot, static_cast<int>(a)));
  const Actuator& actuator = robot.actuators[a];
  return {"d_" + actuator.name, actuator.revolute ? "rad/s" : "m/s", PortKind::actuator_rate, static_cast<int>(a),
          "velocity of joint " + actuator.name};
}

Port actuator_acceleration_port(const Robot& robot, std::size_t a) {
  assert(has_actuator(robot, static_cast<int>(a)));
  const Actuator& actuator = robot.actuators[a];
  return {"dd_" + actuator.name, actuator.revolute ? "rad/s2" : "m/s2", PortKind::actuator_acceleration, static_cast<int>(a),
          "acceleration of joint " + actuator.name};
}

Port effort_port(const Robot& robot, std::size_t a) {
  assert(has_actuator(robot, static_cast<int>(a)));
  const Actuator& actuator = robot.actuators[a];
  return {actuator.name, actuator.revolute ? "N m" : "N", PortKind::effort, static_cast<int>(a),
          (actuator.revolute ? "torque of actuator " : "force of actuator ") + actuator.name};
}

Port velocity_port(const Robot& robot, int c) {
  assert(has_freedom(robot, c));
  const FreeComponent& f = robot.mobility.free[c];
  return {"d_" + f.name, f.angular ? "rad/s" : "m/s", PortKind::velocity, c, platform_rate(f, "velocity")};
}

Port acceleration_port(const Robot& robot, int c) {
  assert(has_freedom(robot, c));
  const FreeComponent& f = robot.mobility.free[c];
  return {"dd_" + f.name, f.angular ? "rad/s2" : "m/s2", PortKind::acceleration, c, platform_rate(f, "acceleration")};
}

}  // namespace gough
