#pragma once

#include <string>

#include "gough/io/table_columns.hpp"

namespace gough::studio {

// How a column of a table of states is plotted (docs/tables.md): in the group efforts, measured efforts, errors, energy, actuators,
// measured actuators, rates, accelerations, platform, estimates or others.
struct SeriesKind {
  std::string label, unit, group;
};
SeriesKind series_kind(const Robot& robot, const TableColumn& column);

}  // namespace gough::studio
