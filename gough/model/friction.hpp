#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// Where a robot has dry friction, legs first. `Robot::friction_points` holds it.
std::vector<FrictionPoint> find_friction_points(const Robot& robot);
int friction_rows(const std::vector<FrictionPoint>& friction_points);

// Calls f with the friction of every place where a robot may have some.
template <class R, class F>
void for_each_friction(R& robot, const F& f) {
  for (auto& leg : robot.legs) {
    for (auto& joint : leg.joints) f(joint.friction);
    for (auto& tip : leg.tips) f(tip.friction);
    for (auto& loop : leg.loops) f(loop.friction);
  }
  for (auto& joint : robot.nacelle.joints) f(joint.friction);
  for (auto& loop : robot.nacelle.loops) f(loop.friction);
}

// The same robot with no Coulomb friction, or with no friction at all, nor dampers.
Robot without_coulomb(Robot robot);
Robot without_friction(Robot robot);

}  // namespace gough
