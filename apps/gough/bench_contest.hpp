#pragma once

#include <array>
#include <functional>
#include <string>

#include "gough/program/models.hpp"

// One model of one robot, evaluated in every way there is.
namespace gough::command {

enum Way {
  by_library,
  interpreted,
  batch_one_core,
  batch_all_cores,
  compiled,
  compiled_batch_one_core,
  compiled_batch_all_cores,
  emitted,
  emitted_batch_one_core,
  kWays
};

struct BenchRow {
  std::string robot;
  ModelChoice choice;
  int operations = 0;
  std::array<double, kWays> microseconds{};  // per evaluation; 0: could not be had
  double disagreement = 0.0;                 // largest, from the library, relative to the state's largest output
  double peak = 0.0;                         // operations a second of one core, measured beside the others
  std::string why_not_compiled;

  bool has_compiled() const { return why_not_compiled.empty(); }
  double compiled_over_library() const { return microseconds[by_library] / microseconds[compiled]; }
  double batch_over_single() const { return microseconds[compiled] / microseconds[compiled_batch_one_core]; }
  double emitted_over_library() const { return microseconds[by_library] / microseconds[emitted]; }
  double emitted_batch_over_single() const { return microseconds[emitted] / microseconds[emitted_batch_one_core]; }
  double peak_fraction() const { return 1e6 * operations / microseconds[compiled_batch_one_core] / peak; }
};

constexpr int kBenchRounds = 31;

// Best of short runs that take turns. `states` are those of a batch; `step` is called after each round. Throws InputError where the robot
// has no such model.
BenchRow contest(const Robot& robot, const ModelChoice& choice, int states, const std::function<void()>& step);

}  // namespace gough::command
