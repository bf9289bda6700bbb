#include "gough/model/changed_robot.hpp"

#include "gough/model/friction.hpp"

namespace gough {

void find_elements(Robot& robot) {
  for (Leg& leg : robot.legs) leg.graph = element_graph(leg);
}

void refresh(Robot& robot) {
  for (Leg& leg : robot.legs) leg.inertia = carried_inertias(leg);
  robot.friction_points = find_friction_points(robot);
}

bool is_fresh(const Robot& robot) {
  for (const Leg& leg : robot.legs)
    if (leg.inertia != carried_inertias(leg)) return false;
  return robot.friction_points == find_friction_points(robot);
}

}  // namespace gough
