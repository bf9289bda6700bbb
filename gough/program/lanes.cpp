#include "gough/program/lanes.hpp"

#include <algorithm>

#include "gough/program/lane_cost.hpp"

namespace gough {
namespace {

LaneNodes nobody() {
  LaneNodes out;
  out.fill(-1);
  return out;
}

}  // namespace

bool LaneBundle::used(int half) const {
  return std::any_of(node.begin() + half * kRegister, node.begin() + (half + 1) * kRegister, [](int n) { return n >= 0; });
}

LanePlan::LanePlan(const Program& program) : graph(program) {
  bundle_of.assign(graph.nodes.size(), -1);
  lane_of.assign(graph.nodes.size(), -1);
  labels_ = find_lane_labels(graph);
  bundle_all();
  find_sides();
  LaneCost cost(*this);
  scalar_cost = cost.total();
  cost.choose();
  packed_cost = cost.total();
}

// From the outputs down, so that those who use numbers say in which lanes they want them.
void LanePlan::bundle_all() {
  std::map<int, std::map<std::uint64_t, std::vector<int>>, std::greater<>> levels;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    if (graph.nodes[n].uses > 0 && !graph.nodes[n].leaf())
      levels[graph.nodes[n].height][graph.nodes[n].shape].push_back(static_cast<int>(n));
  for (const auto& [height, shapes] : levels) {
    for (const auto& [shape, alike] : shapes)
      if (alike.size() > 1) seed(alike);
    for (std::size_t b = 0; b < bundles.size(); ++b) {
      if (bundles[b].height != height) continue;
      open_columns(bundles[b]);
      const std::vector<LaneColumn> columns = bundles[b].columns;
      for (const LaneColumn& c : columns) demand(c);
    }
  }
}

// Nodes that are alike and have no lane yet: into what was begun, then in bundles of their own; each in the lane of its leg.
void LanePlan::seed(const std::vector<int>& alike) {
  std::vector<LaneNodes> begun;
  std::vector<int> strays;
  const auto enter = [&](int n, int lane) {
    LaneNodes one = nobody();
    one[lane] = n;
    for (int b : bundles_of_shape_[graph.nodes[n].shape])
      if (bundles[b].node[lane] < 0) return place(b, one);
    for (LaneNodes& nodes : begun)
      if (nodes[lane] < 0) {
        nodes[lane] = n;
        return;
      }
    begun.push_back(one);
  };
  for (int n : alike) {
    if (bundle_of[n] >= 0) continue;
    if (labels_.label[n] >= 0) enter(n, labels_.label[n]);
    else strays.push_back(n);
  }
  const int count = static_cast<int>(strays.size()), legs = static_cast<int>(labels_.lanes.size());
  const int groups = (count + legs - 1) / legs;
  for (int k = 0; k < count; ++k) enter(strays[k], labels_.lanes[k / groups]);
  for (const LaneNodes& nodes : begun)
    if (std::count(nodes.begin(), nodes.end(), -1) < kLanes - 1) make(nodes);
}

int LanePlan::make(const LaneNodes& nodes) {
  const int first = *std::find_if(nodes.begin(), nodes.end(), [](int n) { return n >= 0; });
  const int b = static_cast<int>(bundles.size());
  bundles.push_back({graph.nodes[first].op, graph.nodes[first].height, nobody(), {}});
  bundles_of_shape_[graph.nodes[first].shape].push_back(b);
  place(b, nodes);
  return b;
}

void LanePlan::place(int b, const LaneNodes& nodes) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const int n = nodes[lane];
    if (n < 0) continue;
    bundles[b].node[lane] = n;
    if (bundle_of[n] >= 0) continue;
    bundle_of[n] = b;
    lane_of[n] = lane;
  }
}

bool LanePlan::fits(const LaneBundle& bundle, const LaneNodes& nodes) const {
  for (int lane = 0; lane < kLanes; ++lane)
    if (nodes[lane] >= 0 && bundle.node[lane] >= 0 && bundle.node[lane] != nodes[lane]) return false;
  return true;
}

void LanePlan::open_columns(LaneBundle& bundle) const {
  std::size_t width = 0;
  for (int n : bundle.node)
    if (n >= 0) width = graph.nodes[n].terms.size();
  bundle.columns.assign(width, {nobody(), {}});
  for (int lane = 0; lane < kLanes; ++lane)
    for (std::size_t k = 0; k < width && bundle.node[lane] >= 0; ++k) {
      const LaneTerm& t = graph.nodes[bundle.node[lane]].terms[k];
      bundle.columns[k].node[lane] = t.node;
      bundle.columns[k].negative[lane] = t.negative;
    }
}

// Someone wants these numbers in these lanes.
void LanePlan::demand(const LaneColumn& column) {
  const LaneNodes& nodes = column.node;
  const int first = *std::find_if(nodes.begin(), nodes.end(), [](int n) { return n >= 0; });
  if (graph.nodes[first].leaf()) return;
  bool same = true, fresh = true;
  for (int n : nodes) {
    if (n < 0) continue;
    if (graph.nodes[n].shape != graph.nodes[first].shape) return;
    same &= n == first;
    fresh &= bundle_of[n] < 0;
  }
  if (same) return;
  for (int b : bundles_of_shape_[graph.nodes[first].shape]) {
    bool has_one = false;
    for (int lane = 0; lane < kLanes; ++lane) has_one |= nodes[lane] >= 0 && bundles[b].node[lane] == nodes[lane];
    if ((has_one || fresh) && fits(bundles[b], nodes)) return place(b, nodes);
  }
  if (fresh) make(nodes);
}

void LanePlan::find_sides() {
  std::map<std::array<int, kRegister>, int> different;
  for (LaneBundle& user : bundles)
    for (LaneColumn& column : user.columns)
      for (int half = 0; half < 2; ++half) {
        LaneSide& side = column.side[half];
        const int* begin = column.node.data() + half * kRegister;
        std::copy_if(begin, begin + kRegister, std::back_inserter(side.nodes), [](int n) { return n >= 0; });
        if (side.nodes.empty()) continue;
        std::sort(side.nodes.begin(), side.nodes.end());
        side.nodes.erase(std::unique(side.nodes.begin(), side.nodes.end()), side.nodes.end());
        side.constants = std::all_of(side.nodes.begin(), side.nodes.end(), [&](int n) { return graph.nodes[n].op == Op::constant; });
        std::array<int, kRegister> key;
        std::copy_n(begin, kRegister, key.begin());
        side.gather = different.emplace(key, different.size()).first->second;
        const auto alike = bundles_of_shape_.find(graph.nodes[side.nodes[0]].shape);
        if (alike == bundles_of_shape_.end()) continue;
        for (int b : alike->second) {
          const int* own = bundles[b].node.data() + half * kRegister;
          if (std::equal(begin, begin + kRegister, own, [](int wanted, int there) { return wanted < 0 || wanted == there; }))
            side.bundles.push_back(b);
        }
      }
  gathers = static_cast<int>(different.size());
}

LaneSource LanePlan::source(const LaneColumn& column, int half, int* bundle) const {
  const LaneSide& side = column.side[half];
  if (side.nodes.empty()) return LaneSource::nothing;
  if (side.constants) return LaneSource::constants;
  for (int b : side.bundles)
    if (bundles[b].packed) {
      if (bundle) *bundle = b;
      return LaneSource::bundle;
    }
  return side.nodes.size() == 1 ? LaneSource::broadcast : LaneSource::gather;
}

int LanePlan::width(int half) const {
  for (const LaneBundle& b : bundles)
    for (int lane = half * kRegister + 2; lane < (half + 1) * kRegister; ++lane)
      if (b.packed && b.node[lane] >= 0) return 4;
  return 2;
}

}  // namespace gough
