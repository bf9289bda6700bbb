#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// A robot that moves as this one and needs the same efforts at every state and under every load, but whose masses are where few operations
// reach them: points that two bodies share lend their mass to either, bodies that turn alike share their inertia. Its bodies taken one by
// one are not those of the robot; some have an inertia without mass. Found by rules from the structure, then compared with the robot at a
// few random states: where they differ, where the poses about home are singular, and where M_rob is singular, it is the robot itself.
Robot equivalent_robot(const Robot& robot);

}  // namespace gough
