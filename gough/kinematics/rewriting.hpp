#pragma once

#include "gough/model/robot.hpp"

// The same robot written another way: what both compute must agree.
namespace gough {

// Everything turned by Q about the base's origin, gravity with it.
Robot turned(const Robot& robot, const Mat3<double>& Q);

// Spherical, universal and revolute tips as three, two and one revolute joints in front of a rigid tip. Friction in tips has no
// equal there: it is left out.
Robot with_rigid_tips(const Robot& robot);

}  // namespace gough
