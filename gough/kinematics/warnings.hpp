#pragma once

#include <string>
#include <vector>

#include "gough/model/robot.hpp"

namespace gough {

// What is possible and yet hardly meant, one sentence each with a remedy: a home near a singularity, no mass anywhere, copies of a leg in
// different working modes, lengths that look like millimetres. Empty for a robot that is fine.
std::vector<std::string> warnings(const Robot& robot);

}  // namespace gough
