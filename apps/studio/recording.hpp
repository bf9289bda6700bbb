#pragma once

#include <istream>

#include "apps/studio/scene.hpp"

namespace gough::studio {

// A motion to play: a table with a pose in each row and, if there is one, the time `t`; every other column is plotted. Efforts and
// energies that the table does not have come from the inverse dynamics of its motion, rates that it does not have from differences of
// its poses. Long tables are thinned evenly. Throws InputError with file:line:column.
struct Recording {
  std::string name, time_unit = "s";
  std::size_t rows = 0;                        // of the table
  std::vector<double> t;                       // of the rows kept
  std::vector<std::vector<double>> placement;  // of every body but the base, as in `placements`; empty where the pose has no joints
  struct Series {
    std::string name, unit, group;
    std::vector<double> values;
  };
  std::vector<Series> series;
  std::vector<std::string> notes;
};
Recording read_recording(const Robot& robot, std::istream& in, const std::string& name);

Json to_json(const Recording& recording);

}  // namespace gough::studio
