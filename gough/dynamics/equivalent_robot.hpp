#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// A robot with the same motion and the same efforts as `robot` at every state and under every load, whose masses are distributed so that
// its dynamics takes fewer operations: mass is moved between bodies that share a point, and inertia between bodies that turn alike. Its
// single bodies are not those of `robot`; some have an inertia without mass. Found by rules from the structure, then compared at a few
// random states. Returns `robot` itself if the two differ, if poses about home are singular, or if M_rob is singular.
Robot equivalent_robot(const Robot& robot);

}  // namespace gough
