#include "apps/gough/sample_table.hpp"

#include <fmt/format.h>

#include "gough/kinematics/state_columns.hpp"

namespace gough::command {

SampleTable::SampleTable(const Robot& robot)
    : robot_(robot), efforts_(robot.actuators.size() >= static_cast<std::size_t>(robot.mobility.n)), text_("t") {
  const auto add = [&](const std::vector<std::string>& names) {
    for (const std::string& name : names) text_ += "," + name;
  };
  add(pose_columns(robot));
  add(rate_columns(robot));
  add(acceleration_columns(robot));
  for (const char* prefix : {"q_", "dq_", "ddq_"}) add(actuator_columns(robot, prefix));
  if (efforts_) add(actuator_columns(robot, "tau_"));
  text_ += '\n';
}

void SampleTable::add(const TrajectorySample& s) {
  const auto put = [&](const auto& values) {
    for (double x : values) fmt::format_to(std::back_inserter(text_), ",{}", x);
  };
  fmt::format_to(std::back_inserter(text_), "{}", s.t);
  put(pose_values(robot_, s.reference.pose));
  for (const VecX<double>* v : {&s.reference.Vr, &s.reference.dVr, &s.qa, &s.dqa, &s.ddqa}) put(*v);
  if (efforts_) put(s.effort);
  text_ += '\n';
}

}  // namespace gough::command
