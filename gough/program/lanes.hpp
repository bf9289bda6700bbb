#pragma once

#include <array>
#include <span>
#include <vector>

#include "gough/program/lane_labels.hpp"

// Legs that are alike do the same operations with other constants: those are done at once, one leg in each lane of vector registers.
namespace gough {

using LaneNodes = std::array<int, kLanes>;

// Half of a column, as far as that does not depend on what is packed.
struct LaneSide {
  std::array<int, kRegister> node{};  // each once
  int count = 0;                      // of them
  bool constants = false;             // all of them
  int gather = -1;                    // number of the gathering of these nodes
  int first_source = 0, sources = 0;  // bundles that have these nodes in these lanes: LanePlan::sources
  std::span<const int> nodes() const { return {node.data(), static_cast<std::size_t>(count)}; }
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
  std::span<const LaneColumn> columns = {};
  int alike = -1;       // the next bundle of the same kind
  bool packed = false;  // else its nodes are computed one by one
  bool used(int half) const;
};

// Where a column comes from, for one half.
enum class LaneSource { nothing, bundle, constants, broadcast, gather };

class LanePlan {
 public:
  explicit LanePlan(const Program& program);
  LanePlan(LanePlan&&) = default;  // bundles point at columns that the plan has: no copies

  LaneGraph graph;
  std::vector<LaneBundle> bundles;
  std::vector<LaneColumn> columns;              // of one bundle after another
  std::vector<int> bundle_of;                   // of a node: the first one that has it, −1: none
  std::vector<int> lane_of;                     // in that bundle
  double scalar_cost = 0.0, packed_cost = 0.0;  // instructions, roughly

  bool packed(int node) const { return bundle_of[node] >= 0 && bundles[bundle_of[node]].packed; }
  LaneSource source(const LaneColumn& column, int half, int* bundle = nullptr) const;
  std::span<const int> sources(const LaneSide& side) const {
    return {sources_.data() + side.first_source, static_cast<std::size_t>(side.sources)};
  }
  int gathers = 0;            // different ones
  int width(int half) const;  // numbers of a register: 2 or 4

 private:
  struct Chain {
    int first = -1, last = -1;
  };
  LaneLabels labels_;
  std::vector<Chain> bundles_of_kind_;
  std::vector<std::vector<int>> bundles_at_height_;
  std::vector<int> first_column_;  // of a bundle
  std::vector<int> sources_;       // of sides, one after another

  void bundle_all();
  std::vector<int> kinds_from_outputs();
  void seed(std::span<const int> alike);
  void enter(int node, int lane, std::vector<LaneNodes>& begun);
  void open_columns(int bundle);
  void demand(const LaneNodes& nodes);
  bool fits(const LaneBundle& bundle, const LaneNodes& nodes) const;
  void place(int bundle, const LaneNodes& nodes);
  int make(const LaneNodes& nodes);
  void find_sides();
  void find_sources();
};

}  // namespace gough
