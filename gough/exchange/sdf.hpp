#pragma once

#include <string>

#include "gough/model/robot.hpp"

namespace gough {

// The robot as SDF 1.7, at home, where every joint of the format is 0: loops are joints like the others (docs/export.md).
std::string sdf(const Robot& robot);

}  // namespace gough
