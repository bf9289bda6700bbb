#include "gough/assembly/actuator_builder.hpp"

#include <fmt/format.h>

#include "gough/math/rotation.hpp"

namespace gough {
namespace {

void set_limits(const LimitsSpec& limits, Actuator& a) {
  if (!limits.position_deg.empty() && (!a.revolute || !limits.position.empty()))
    throw InputError(limits.place, a.revolute ? "give `position` or `position_deg`, not both" : "this joint slides: give `position`, in m");
  std::vector<double> range = limits.position;
  for (double degree : limits.position_deg) range.push_back(radians(degree));
  if (!range.empty()) {
    if (!(range[0] < range[1])) throw InputError(limits.place, "`position` must go from the smaller to the larger limit");
    a.position_min = range[0];
    a.position_max = range[1];
  }
  a.speed_max = limits.speed.value_or(kInfinity);
  a.effort_max = limits.effort.value_or(kInfinity);
}

// A joint of one freedom leaves its motor no choice.
void check_drives(const ActuatorSpec& spec, const Joint& joint) {
  const std::string& drives = spec.drives;
  if (drives.empty() || drives == "joint" || drives == "first" || drives == (joint.revolute ? "spin" : "length")) return;
  throw InputError(spec.place, fmt::format("the nacelle joint '{}' has nothing called '{}' to drive", joint.name, drives));
}

}  // namespace

Actuator build_actuator(const ActuatorSpec& spec, const std::string& default_name, const Joint& joint) {
  Actuator out;
  out.name = spec.name.empty() ? default_name : spec.name;
  out.revolute = joint.revolute;
  out.rotor_inertia = spec.rotor_inertia;
  out.gear_ratio = spec.gear_ratio;
  if (spec.limits) set_limits(*spec.limits, out);
  return out;
}

void add_motor_friction(const ActuatorSpec& spec, Joint& joint) {
  joint.friction.viscous += spec.viscous;
  joint.friction.coulomb += spec.coulomb;
}

void add_nacelle_actuators(const RobotDescription& description, Robot& robot) {
  if (!description.nacelle) return;
  for (std::size_t k = 0; k < description.nacelle->joint.size(); ++k) {
    const std::optional<ActuatorSpec>& spec = description.nacelle->joint[k].actuator;
    if (!spec) continue;
    Joint& joint = robot.nacelle.joints[k];
    check_drives(*spec, joint);
    Actuator actuator = build_actuator(*spec, joint.name, joint);
    actuator.leg = -1;
    actuator.joint = static_cast<int>(k);
    joint.actuator = static_cast<int>(robot.actuators.size());
    robot.actuators.push_back(actuator);
  }
}

}  // namespace gough
