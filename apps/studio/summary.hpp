#pragma once

#include <filesystem>

#include "apps/studio/recording.hpp"

namespace gough::studio {

// Tables of a report, [{title, rows: [[name, value with unit]]}]: the motion, efforts against their limits, errors, energy, the robot.
Json summary(const Robot& robot, const Recording& recording);

// Adds what a result folder says of itself: the plain values of summary.json, if there is one.
void add_summary_file(const std::filesystem::path& file, Json& summary);

}  // namespace gough::studio
