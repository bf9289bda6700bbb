#pragma once

#include "apps/studio/recording.hpp"

namespace gough::studio {

// Tables of a report, [{title, rows: [[name, value with unit]]}]: the motion, efforts against their limits, errors, energy, the robot.
Json summary(const Robot& robot, const Recording& recording);

// Adds what a result says of itself: the plain values of its summary.json.
void add_result(const Json& json, Json& summary);

}  // namespace gough::studio
