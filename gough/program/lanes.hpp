#pragma once

#include <array>
#include <map>
#include <vector>

#include "gough/program/lane_labels.hpp"

// Legs that are alike do the same operations with other constants: those are done at once, one leg in each lane of vector registers.
namespace gough {

using LaneNodes = std::array<int, kLanes>;

// Half of a column, as far as that does not depend on what is packed.
struct LaneSide {
  std::vector<int> bundles;  // that have these nodes in these lanes
  std::vector<int> nodes;    // each once
  bool constants = false;    // all of them
  int gather = -1;           // number of the gathering of these nodes
};

// One operand of every lane, and its sign.
struct LaneColumn {
  LaneNodes node;
  std::array<bool, kLanes> negative{};
  std::array<LaneSide, 2> side{};
};

// Operations that are done at once, one in each lane. Results of lanes without a node are never read.
struct LaneBundle {
  Op op = Op::add;
  int height = 0;
  LaneNodes node;
  std::vector<LaneColumn> columns;
  bool packed = false;  // else its nodes are computed one by one
  bool used(int half) const;
};

// Where a column comes from, for one half.
enum class LaneSource { nothing, bundle, constants, broadcast, gather };

class LanePlan {
 public:
  explicit LanePlan(const Program& program);

  LaneGraph graph;
  std::vector<LaneBundle> bundles;
  std::vector<int> bundle_of;                   // of a node: the first one that has it, −1: none
  std::vector<int> lane_of;                     // in that bundle
  double scalar_cost = 0.0, packed_cost = 0.0;  // instructions, roughly

  bool packed(int node) const { return bundle_of[node] >= 0 && bundles[bundle_of[node]].packed; }
  LaneSource source(const LaneColumn& column, int half, int* bundle = nullptr) const;
  int gathers = 0;            // different ones
  int width(int half) const;  // numbers of a register: 2 or 4

 private:
  LaneLabels labels_;
  std::map<std::uint64_t, std::vector<int>> bundles_of_shape_;

  void bundle_all();
  void seed(const std::vector<int>& alike);
  void open_columns(LaneBundle& bundle) const;
  void demand(const LaneColumn& column);
  bool fits(const LaneBundle& bundle, const LaneNodes& nodes) const;
  void place(int bundle, const LaneNodes& nodes);
  int make(const LaneNodes& nodes);
  void find_sides();
};

}  // namespace gough
