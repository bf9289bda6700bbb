#pragma once

#include <string>
#include <vector>

#include "gough/kinematics/data.hpp"

namespace gough::command {

// Six numbers of a twist or an acceleration must be one that the platform can have here: `made` is V_N or V̇_N of their free components.
// Throws InputError.
void check_motion(const Robot& robot, const std::vector<double>& given, const VecX<double>& made, const std::string& option);

}  // namespace gough::command
