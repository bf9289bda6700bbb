#include "gough/program/lanes.hpp"

#include <algorithm>
#include <numeric>

#include "gough/program/lane_cost.hpp"

namespace gough {
namespace {

LaneNodes nobody() {
  LaneNodes out;
  out.fill(-1);
  return out;
}

int first_of(const LaneNodes& nodes) {
  return *std::find_if(nodes.begin(), nodes.end(), [](int n) { return n >= 0; });
}

// Numbers the different ones of what is gathered.
class HashedGathers {
 public:
  explicit HashedGathers(std::size_t most) {
    while (table_.size() < 2 * most) table_.resize(2 * table_.size(), -1);
  }

  int number(const int* nodes) {
    std::uint64_t hash = 0;
    for (int k = 0; k < kRegister; ++k) hash = (hash ^ static_cast<unsigned>(nodes[k])) * 0x9E3779B97F4A7C15ull, hash ^= hash >> 32;
    for (std::size_t place = hash & (table_.size() - 1);; place = (place + 1) & (table_.size() - 1)) {
      if (table_[place] < 0) {
        table_[place] = count();
        known_.push_back(nodes);
      }
      if (std::equal(nodes, nodes + kRegister, known_[table_[place]])) return table_[place];
    }
  }
  int count() const { return static_cast<int>(known_.size()); }

 private:
  std::vector<int> table_ = std::vector<int>(64, -1);
  std::vector<const int*> known_;
};

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
  find_sources();
  LaneCost cost(*this);
  scalar_cost = cost.total();
  cost.choose();
  packed_cost = cost.total();
}

// From the outputs down, so that those who use numbers say in which lanes they want them.
void LanePlan::bundle_all() {
  const std::vector<int> kinds = kinds_from_outputs();
  for (auto kind = kinds.begin(); kind != kinds.end();) {
    const int height = graph.nodes[graph.alike(*kind)[0]].height;
    for (; kind != kinds.end() && graph.nodes[graph.alike(*kind)[0]].height == height; ++kind)
      if (graph.alike(*kind).size() > 1) seed(graph.alike(*kind));
    for (int b : bundles_at_height_[height]) {
      open_columns(b);
      for (std::size_t k = first_column_[b]; k < columns.size(); ++k) demand(columns[k].node);
    }
  }
  for (std::size_t b = 0; b < bundles.size(); ++b) {
    const std::size_t begin = first_column_[b], width = graph.nodes[first_of(bundles[b].node)].terms.size();
    bundles[b].columns = {columns.data() + begin, width};
  }
}

// The highest first; those of one height in their order.
std::vector<int> LanePlan::kinds_from_outputs() {
  const auto height = [&](int kind) { return graph.nodes[graph.alike(kind)[0]].height; };
  int highest = 0;
  for (int k = 0; k < graph.kinds(); ++k) highest = std::max(highest, height(k));
  bundles_of_kind_.resize(graph.kinds());
  bundles_at_height_.resize(highest + 1);
  std::vector<int> place(highest + 2, 0), out(graph.kinds());
  for (int k = 0; k < graph.kinds(); ++k) ++place[highest - height(k) + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  for (int k = 0; k < graph.kinds(); ++k) out[place[highest - height(k)]++] = k;
  return out;
}

// Nodes that are alike and have no lane yet: into what was begun, then in bundles of their own; each in the lane of its leg.
void LanePlan::seed(std::span<const int> alike) {
  std::vector<LaneNodes> begun;
  std::vector<int> strays;
  for (int n : alike) {
    if (bundle_of[n] >= 0) continue;
    if (labels_.label[n] >= 0) enter(n, labels_.label[n], begun);
    else strays.push_back(n);
  }
  const int count = static_cast<int>(strays.size()), legs = static_cast<int>(labels_.lanes.size());
  const int groups = (count + legs - 1) / legs;
  for (int k = 0; k < count; ++k) enter(strays[k], labels_.lanes[k / groups], begun);
  for (const LaneNodes& nodes : begun)
    if (std::count(nodes.begin(), nodes.end(), -1) < kLanes - 1) make(nodes);
}

void LanePlan::enter(int node, int lane, std::vector<LaneNodes>& begun) {
  LaneNodes one = nobody();
  one[lane] = node;
  for (int b = bundles_of_kind_[graph.nodes[node].kind].first; b >= 0; b = bundles[b].alike)
    if (bundles[b].node[lane] < 0) return place(b, one);
  for (LaneNodes& nodes : begun)
    if (nodes[lane] < 0) {
      nodes[lane] = node;
      return;
    }
  begun.push_back(one);
}

int LanePlan::make(const LaneNodes& nodes) {
  const LaneNode& first = graph.nodes[first_of(nodes)];
  const int b = static_cast<int>(bundles.size());
  bundles.push_back({first.op, first.height, nobody()});
  first_column_.push_back(-1);
  Chain& chain = bundles_of_kind_[first.kind];
  (chain.first < 0 ? chain.first : bundles[chain.last].alike) = b;
  chain.last = b;
  bundles_at_height_[first.height].push_back(b);
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

void LanePlan::open_columns(int b) {
  const LaneNodes& node = bundles[b].node;
  const std::size_t begin = columns.size(), width = graph.nodes[first_of(node)].terms.size();
  first_column_[b] = static_cast<int>(begin);
  columns.resize(begin + width, {nobody()});
  for (int lane = 0; lane < kLanes; ++lane)
    for (std::size_t k = 0; k < width && node[lane] >= 0; ++k) {
      const LaneTerm& t = graph.nodes[node[lane]].terms[k];
      columns[begin + k].node[lane] = t.node;
      columns[begin + k].negative[lane] = t.negative;
    }
}

// Someone wants these numbers in these lanes.
void LanePlan::demand(const LaneNodes& nodes) {
  const int first = first_of(nodes), kind = graph.nodes[first].kind;
  if (kind < 0) return;
  bool same = true, fresh = true;
  for (int n : nodes) {
    if (n < 0) continue;
    if (graph.nodes[n].kind != kind) return;
    same &= n == first;
    fresh &= bundle_of[n] < 0;
  }
  if (same) return;
  for (int b = bundles_of_kind_[kind].first; b >= 0; b = bundles[b].alike) {
    bool has_one = false;
    for (int lane = 0; lane < kLanes; ++lane) has_one |= nodes[lane] >= 0 && bundles[b].node[lane] == nodes[lane];
    if ((has_one || fresh) && fits(bundles[b], nodes)) return place(b, nodes);
  }
  if (fresh) make(nodes);
}

void LanePlan::find_sides() {
  HashedGathers different(2 * columns.size());
  for (LaneColumn& column : columns)
    for (int half = 0; half < 2; ++half) {
      LaneSide& side = column.side[half];
      const int* begin = column.node.data() + half * kRegister;
      for (const int* n = begin; n < begin + kRegister; ++n)
        if (*n >= 0 && std::find(side.node.begin(), side.node.begin() + side.count, *n) == side.node.begin() + side.count)
          side.node[side.count++] = *n;
      if (side.count == 0) continue;
      std::sort(side.node.begin(), side.node.begin() + side.count);
      const auto nodes = side.nodes();
      side.constants = std::all_of(nodes.begin(), nodes.end(), [&](int n) { return graph.nodes[n].op == Op::constant; });
      side.gather = different.number(begin);
    }
  gathers = different.count();
}

// Bundles that have what a side wants are among those of its first node.
void LanePlan::find_sources() {
  std::vector<int> end(graph.nodes.size() + 1, 0);
  for (const LaneBundle& b : bundles)
    for (int n : b.node)
      if (n >= 0) ++end[n + 1];
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<int> holders(end.back());
  for (std::size_t b = 0; b < bundles.size(); ++b)
    for (int n : bundles[b].node)
      if (n >= 0) holders[end[n]++] = static_cast<int>(b);
  for (LaneColumn& column : columns)
    for (int half = 0; half < 2; ++half) {
      LaneSide& side = column.side[half];
      side.first_source = static_cast<int>(sources_.size());
      if (side.count == 0) continue;
      const int* wanted = column.node.data() + half * kRegister;
      const int first = side.node[0] == 0 ? 0 : end[side.node[0] - 1];
      for (int h = first; h < end[side.node[0]]; ++h) {
        if (h > first && holders[h] == holders[h - 1]) continue;  // in several lanes of one bundle
        const int* there = bundles[holders[h]].node.data() + half * kRegister;
        if (std::equal(wanted, wanted + kRegister, there, [](int x, int y) { return x < 0 || x == y; })) sources_.push_back(holders[h]);
      }
      side.sources = static_cast<int>(sources_.size()) - side.first_source;
    }
}

LaneSource LanePlan::source(const LaneColumn& column, int half, int* bundle) const {
  const LaneSide& side = column.side[half];
  if (side.count == 0) return LaneSource::nothing;
  if (side.constants) return LaneSource::constants;
  for (int b : sources(side))
    if (bundles[b].packed) {
      if (bundle) *bundle = b;
      return LaneSource::bundle;
    }
  return side.count == 1 ? LaneSource::broadcast : LaneSource::gather;
}

int LanePlan::width(int half) const {
  for (const LaneBundle& b : bundles)
    for (int lane = half * kRegister + 2; lane < (half + 1) * kRegister; ++lane)
      if (b.packed && b.node[lane] >= 0) return 4;
  return 2;
}

}  // namespace gough
