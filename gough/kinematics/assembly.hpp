#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// Makes a Robot of a description: draws the legs, closes them at home, finds their closed forms, the mobility
// and the free components, and names the elements. Throws InputError, with the place in the file, when the
// description does not make a robot.
Robot assemble(const RobotDescription& description);

}  // namespace gough
