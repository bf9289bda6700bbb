#pragma once

#include "gough/evaluate/machine_graph.hpp"

namespace gough {

// An order of the nodes that outputs need: what can start within a few cycles, of that what ends the wait of most numbers, so that few
// are put aside in memory; then as written. The processor itself looks ahead over what cannot start yet.
std::vector<int> schedule(const MachineGraph& graph);

}  // namespace gough
