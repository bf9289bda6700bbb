#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "gough/program/models.hpp"

// One model of one robot, evaluated in every way there is.
namespace gough::command {

enum Way {
  by_library,
  interpreter,
  interpreter_batch,
  machine_code,
  machine_code_batch,
  machine_code_batch_all_cores,
  clang,
  clang_batch,
  gcc,
  gcc_batch,
  kWays
};

struct BenchRow {
  std::string robot;
  ModelChoice choice;
  int operations = 0;
  std::array<double, kWays> microseconds{};  // per evaluation; 0: could not be had
  double disagreement = 0.0;                 // largest, from the library, relative to the state's largest output
  double peak = 0.0;                         // operations a second of one core, measured beside the others
  std::vector<std::string> missing;          // why ways could not be had

  // How many times as fast one way is as another; 0 where one of them could not be had.
  double speed(Way way, Way other) const { return microseconds[way] > 0 ? microseconds[other] / microseconds[way] : 0.0; }
  double peak_fraction() const {
    return microseconds[machine_code_batch] > 0 ? 1e6 * operations / microseconds[machine_code_batch] / peak : 0.0;
  }
};

constexpr int kBenchRounds = 31;

// Best of short runs that take turns. `states` are those of a batch; `step` is called after each round. Throws InputError where the robot
// has no such model.
BenchRow contest(const Robot& robot, const ModelChoice& choice, int states, const std::function<void()>& step);

}  // namespace gough::command
