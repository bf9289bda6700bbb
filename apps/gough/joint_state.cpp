#include "apps/gough/joint_state.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/gough/explain_status.hpp"
#include "gough/math/rotation.hpp"

namespace gough::command {

VecX<double> joint_vector(const Robot& robot, const std::vector<double>& values, bool deg, const std::string& option) {
  if (values.size() != robot.actuators.size()) {
    std::string names;
    for (const Actuator& a : robot.actuators) names += (names.empty() ? "" : ",") + a.name;
    throw InputError({}, fmt::format("{}: {} numbers; expected {}: {}", option, values.size(), robot.actuators.size(), names));
  }
  VecX<double> out(values.size());
  for (std::size_t a = 0; a < values.size(); ++a) out(a) = deg && robot.actuators[a].revolute ? radians(values[a]) : values[a];
  return out;
}

// Joints that no pose has are the rule here, so that they come first.
std::string forward_explanation(const Robot& robot, const KinematicsData<double>& data, const Outcome& outcome) {
  if (outcome.answered()) return explain_status(robot, data.pose, data, outcome);
  const bool redundant = robot.actuators.size() > static_cast<std::size_t>(robot.mobility.n);
  return fmt::format(
      "no pose with these joints was found, on the way from the start or from other starts{}; check their units, or give "
      "a nearer --start",
      redundant ? ": the legs do not close there, or the joints, more than the freedoms, contradict each other"
                : fmt::format(": the legs stay {} m apart", number(outcome.measure * robot.length)));
}

std::vector<std::string> leg_names(const Robot& robot, const std::vector<int>& legs) {
  std::vector<std::string> out;
  for (int leg : legs) out.push_back(robot.legs[leg].name);
  return out;
}

std::string other_modes_text(const Robot& robot, const AnyModePose& found) {
  if (found.other_modes.empty()) return "";
  return fmt::format("in another working mode than at home: {} (`gough ik --modes` lists them)\n",
                     fmt::join(leg_names(robot, found.other_modes), ", "));
}

}  // namespace gough::command
