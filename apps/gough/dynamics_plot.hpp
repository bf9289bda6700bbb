#pragma once

#include "apps/gough/dynamics.hpp"

namespace gough::command {

// Writes options.plot: the answers of every row, efforts or accelerations, over time, or over the row where the file has no `t`. `answers`
// holds one row after another, not a number where there is none.
void plot_answers(const Robot& robot, const DynamicsOptions& options, bool direct, const std::vector<double>& times, bool timed,
                  const std::vector<double>& answers);

}  // namespace gough::command
