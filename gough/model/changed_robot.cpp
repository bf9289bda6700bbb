#include "gough/model/changed_robot.hpp"

namespace gough {

void find_elements(Robot& robot) {
  for (Leg& leg : robot.legs) leg.graph = element_graph(leg);
}

void refresh(Robot& robot) {
  for (Leg& leg : robot.legs) leg.inertia = carried_inertias(leg);
}

}  // namespace gough
