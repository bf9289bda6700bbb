#include "apps/studio/series_kind.hpp"

#include <algorithm>

#include "gough/dynamics/virtual_work.hpp"

namespace gough::studio {
namespace {

bool one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// `word` without what it begins with, or nothing.
std::string after(const std::string& word, const std::string& beginning) {
  return word.starts_with(beginning) ? word.substr(beginning.size()) : "";
}

const Actuator* find(const Robot& robot, const std::string& name) {
  for (const Actuator& a : robot.actuators)
    if (a.name == name) return &a;
  return nullptr;
}

const Joint* find_nacelle_joint(const Robot& robot, const std::string& name) {
  for (const Joint& joint : robot.nacelle.joints)
    if (joint.name == name) return &joint;
  return nullptr;
}

std::string parameter_unit(const Robot& robot, const std::string& name) {
  for (const virtual_work::Parameter& p : virtual_work::parameters(robot, {}))
    if (p.name == name) return p.unit;
  return "";
}

std::string pose_unit(const std::string& name) {
  if (one_of(name, {"x", "y", "z"})) return "m";
  if (one_of(name, {"roll", "pitch", "yaw"})) return "deg";
  if (one_of(name, {"rx", "ry", "rz"})) return "rad";
  return "";
}

bool is_pose(const std::string& name) { return !pose_unit(name).empty() || one_of(name, {"qw", "qx", "qy", "qz"}); }

}  // namespace

SeriesKind series_kind(const Robot& robot, const std::string& column) {
  for (const char* prefix : {"effort_", "tau_"})
    if (const Actuator* a = find(robot, after(column, prefix))) return {a->name, a->revolute ? "N m" : "N", "efforts"};
  if (const Actuator* a = find(robot, column)) return {column, a->revolute ? "rad" : "m", "actuators"};
  if (const Actuator* a = find(robot, after(column, "d_"))) return {column, a->revolute ? "rad/s" : "m/s", "rates"};
  if (const Joint* joint = find_nacelle_joint(robot, column)) return {column, joint->revolute ? "rad" : "m", "platform"};
  if (const Joint* joint = find_nacelle_joint(robot, after(column, "d_"))) return {column, joint->revolute ? "rad/s" : "m/s", "rates"};
  if (const std::string name = after(column, "estimate_"); !name.empty()) return {name, parameter_unit(robot, name), "estimates"};
  if (column.find("error") != std::string::npos)
    return {column, column.starts_with("rotation") ? "rad" : column.starts_with("position") ? "m" : "", "errors"};
  if (one_of(column, {"kinetic", "potential", "energy", "total"})) return {column, "J", "energy"};
  if (one_of(column, {"vx", "vy", "vz"})) return {column, "m/s", "rates"};
  if (one_of(column, {"wx", "wy", "wz"})) return {column, "rad/s", "rates"};
  if (is_pose(column)) return {column, pose_unit(column), "platform"};
  if (const std::string pose = after(column, "ref_"); is_pose(pose)) return {column, pose_unit(pose), "platform"};
  return {column, "", "others"};
}

}  // namespace gough::studio
