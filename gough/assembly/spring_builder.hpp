#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// The spring of a joint. Throws InputError for a free position in the wrong unit.
JointSpring build_spring(const JointSpringSpec& spec, bool revolute);

// The springs between points that a robot's description has, those of legs once for each copy. After the legs are closed. Throws InputError
// for bodies that do not exist and springs that cannot pull.
std::vector<Spring> build_springs(const Robot& robot);

// Gives springs that `build_springs` has made the stiffness, damping and pull that a description of the same robot says.
void set_springs(const RobotDescription& description, std::vector<Spring>& springs);

}  // namespace gough
