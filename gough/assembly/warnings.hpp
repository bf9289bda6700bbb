#pragma once

#include <string>
#include <vector>

#include "gough/model/robot.hpp"

namespace gough {

// Warnings about what is valid but probably a mistake, one sentence each with a remedy: a home near a singularity, no mass anywhere, copies
// of a leg in different working modes, lengths that look like millimetres. Often empty.
std::vector<std::string> warnings(const Robot& robot);

}  // namespace gough
