#pragma once

#include "gough/model/robot.hpp"

// The same robot described in another way, for tests: both must give the same results.
namespace gough {

// The robot and gravity turned by Q about the base's origin.
Robot turned(const Robot& robot, const Mat3<double>& Q);

// The robot without its springs.
Robot without_springs(Robot robot);

// The robot with spherical, universal and revolute tips replaced by three, two or one revolute joints and a rigid tip. Friction in tips has
// no equivalent there and is left out.
Robot with_rigid_tips(const Robot& robot);

}  // namespace gough
