#include "tests/oracles/maximal_coordinates.hpp"

// Where bodies, joints and tips stand among the coordinates and rows of the oracle.
namespace gough::oracle {

int body_index(const Robot& robot, int leg, int body) {
  int at = 0;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    if (static_cast<int>(i) == leg) return at + body;
    at += robot.legs[i].freedoms();
  }
  return at + body;
}

std::pair<int, int> joint_rows(const Robot& robot, int leg, int joint) {
  int at = 0;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    if (static_cast<int>(i) == leg) return {at + 5 * joint, 5};
    at += 5 * robot.legs[i].freedoms();
  }
  return {at + 5 * joint, 5};
}

std::pair<int, int> leg_loop_rows(const Robot& robot, int leg, int loop) {
  int at = joint_rows(robot, -1, static_cast<int>(robot.nacelle.joints.size())).first;
  for (const Leg& l : robot.legs)
    for (const Tip& tip : l.tips) at += rows(tip.kind);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int l = 0; l < static_cast<int>(robot.legs[i].loops.size()); ++l) {
      const int count = rows(robot.legs[i].loops[l].kind);
      if (static_cast<int>(i) == leg && l == loop) return {at, count};
      at += count;
    }
  return {at, 0};
}

std::pair<int, int> tip_rows(const Robot& robot, int leg, int tip) {
  int at = joint_rows(robot, -1, static_cast<int>(robot.nacelle.joints.size())).first;
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int t = 0; t < static_cast<int>(robot.legs[i].tips.size()); ++t) {
      const int count = rows(robot.legs[i].tips[t].kind);
      if (static_cast<int>(i) == leg && t == tip) return {at, count};
      at += count;
    }
  at = leg_loop_rows(robot, static_cast<int>(robot.legs.size()), 0).first;
  for (int t = 0; t < tip; ++t) at += rows(robot.nacelle.loops[t].kind);
  return {at, rows(robot.nacelle.loops[tip].kind)};
}

}  // namespace gough::oracle
