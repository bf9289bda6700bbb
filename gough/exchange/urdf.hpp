#pragma once

#include <string>

#include "gough/model/robot.hpp"

namespace gough {

// The cut tree as URDF: joints read as everywhere in the library, so that home is not 0. A ball is three hinges about x, y, z.
std::string urdf(const Robot& robot);

// What URDF has no words for, as JSON: the loops with their frames on both links, the joint positions at home, the actuators' rotors and
// gears, and gravity (docs/export.md).
std::string urdf_loops(const Robot& robot);

}  // namespace gough
