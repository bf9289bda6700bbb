#pragma once

#include <string>

#include "gough/model/robot.hpp"

namespace gough::studio {

// What a column of a table of states holds, by its name (docs/studio.md): efforts, errors, energy, actuators, rates, platform,
// estimates or others.
struct SeriesKind {
  std::string label, unit, group;
};
SeriesKind series_kind(const Robot& robot, const std::string& column);

}  // namespace gough::studio
