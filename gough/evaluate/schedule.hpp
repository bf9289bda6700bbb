#pragma once

#include "gough/evaluate/machine_graph.hpp"

namespace gough {

// What can start within `slack` cycles, at `rate` operations a cycle; of that what ends the wait of most numbers, so that few are put aside
// in memory; of that what the end waits for longest, or what is written first.
struct ScheduleOptions {
  int slack = 2, rate = 3;
  bool longest_first = false;
};

// Orders of the nodes that outputs need. The processor itself looks ahead over what cannot start yet.
class Schedule {
 public:
  explicit Schedule(const MachineGraph& graph);
  std::vector<int> order(const ScheduleOptions& options) const;

  // Operations, numbered as written.
  struct Operation {
    int node = -1;
    int latency = 0;
    int to_end = 0;    // cycles from its start to the last end that waits for it
    int outputs = 0;   // that it is
    int operands = 0;  // that are operations, each once
    std::array<int, 3> operand{};
    int first_user = 0, last_user = 0;  // in `users`
  };
  std::vector<Operation> operations;
  std::vector<int> users;
};

}  // namespace gough
