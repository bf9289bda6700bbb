#pragma once

#include "gough/program/lane_graph.hpp"

namespace gough {

// Which leg a node belongs to, found from the shapes alone: nodes that occur once in each of `legs` alike parts, and what hangs together
// with them.
struct LaneLabels {
  int legs = 2;
  std::vector<int> label;  // 0 … legs − 1, −1: of no leg
};

LaneLabels find_lane_labels(const LaneGraph& graph, int most);

}  // namespace gough
