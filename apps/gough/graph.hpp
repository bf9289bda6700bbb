#pragma once

#include <string>

#include "gough/model/robot.hpp"

namespace gough::command {

// The joint-oriented and the body-oriented graph of a robot side by side, as [O, Fig. 3] draws them: SVG.
std::string graph_svg(const Robot& robot);

}  // namespace gough::command
