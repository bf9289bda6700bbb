#pragma once

#include "gough/program/lane_graph.hpp"

namespace gough {

// Which leg a node belongs to, found from the shapes alone: nodes that occur once in each of `legs` alike parts, and what hangs together
// with them. A leg is named by its lane.
struct LaneLabels {
  std::vector<int> lanes;  // of the legs
  std::vector<int> label;  // of the nodes, −1: of no leg
};

constexpr int kLanes = 8, kRegister = 4;  // two registers of four numbers

LaneLabels find_lane_labels(const LaneGraph& graph);

}  // namespace gough
