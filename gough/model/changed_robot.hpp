#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// Finds what a robot holds of its elements: the graph of each leg. After the legs' solvers are known.
void find_elements(Robot& robot);

// Finds what a robot holds of its masses and friction: the inertias of its legs' bodies, and where friction is dry.
void refresh(Robot& robot);

// Whether it was found since bodies and friction were last changed.
bool is_fresh(const Robot& robot);

// A copy of a robot that `change`, a function of a Robot&, has changed: bodies, friction, actuators. Joints, tips and home stay as they
// are, for `assemble` alone closes loops.
template <class F>
[[nodiscard]] Robot changed(Robot robot, const F& change) {
  change(robot);
  refresh(robot);
  return robot;
}

}  // namespace gough
