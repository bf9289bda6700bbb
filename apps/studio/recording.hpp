#pragma once

#include <istream>

#include "apps/studio/scene.hpp"
#include "gough/evaluate/evaluator.hpp"

namespace gough::studio {

// A motion to play: a table (docs/tables.md) with a pose in each row and, if there is one, the time `t`; every other column is plotted.
// Efforts and energies that the table does not have come from the inverse dynamics of its motion under a load, rates that it does not have
// from differences of its poses. Long tables are thinned evenly. Throws InputError with file:line:column.
struct Recording {
  std::string name, time_unit = "s";
  std::size_t rows = 0;                        // of the table
  std::vector<double> t;                       // of the rows kept
  std::vector<std::vector<double>> placement;  // of every body but the base, as in `placements`; empty where the pose has no joints
  struct Series {
    std::string name, unit, group;
    std::vector<double> values;          // of the rows kept
    double largest = 0.0, square = 0.0;  // sum of squares: of all rows of the table, or of those kept where it was recomputed
    std::size_t count = 0;               // of the numbers in these
    double rms() const { return count > 0 ? std::sqrt(square / static_cast<double>(count)) : 0.0; }
  };
  std::vector<Series> series;
  std::vector<std::string> notes;
  std::vector<std::string> recomputed;  // what the table does not have
};
Recording read_recording(const Evaluator& evaluator, std::istream& in, const std::string& name);

Json to_json(const Recording& recording);

}  // namespace gough::studio
