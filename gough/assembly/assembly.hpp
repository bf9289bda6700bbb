#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// The Robot of a description: draws the legs, closes them at home, and finds their closed forms, their elements, the mobility and the free
// components. Throws InputError, with the place in the file, where the description does not make a robot.
Robot assemble(const RobotDescription& description);

}  // namespace gough
