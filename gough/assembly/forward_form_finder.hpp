#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// The closed form of a robot's forward geometry, or why it has none. After the platform's motion and the legs' elements are known.
ForwardForm find_forward_form(const Robot& robot);

}  // namespace gough
