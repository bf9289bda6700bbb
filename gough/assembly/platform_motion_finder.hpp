#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// Finds what the mechanism leaves of the platform's motion (`Robot::motion`) and which joint axes never turn (`Joint::fixed_axis`), from
// home and seeded poses around it: what is the same in all of them is so everywhere, for both are analytic functions of the pose. After
// mobility and the legs' solvers are known.
void find_platform_motion(Robot& robot);

}  // namespace gough
