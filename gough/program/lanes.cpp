#include "gough/program/lanes.hpp"

#include <algorithm>
#include <set>

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
  labels_ = find_lane_labels(graph, kLanes);
  bundle_all();
  for (LaneBundle& b : bundles) b.packed = false;
  scalar_cost = cost();
  for (LaneBundle& b : bundles) b.packed = true;
  peel();
  packed_cost = cost();
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
  const int count = static_cast<int>(strays.size());
  const int groups = count % labels_.legs == 0 ? count / labels_.legs : (count + labels_.legs - 1) / labels_.legs;
  for (int k = 0; k < count; ++k) enter(strays[k], k / groups);
  for (const LaneNodes& nodes : begun)
    if (std::count(nodes.begin(), nodes.end(), -1) < kLanes - 1) make(nodes);
}

int LanePlan::make(const LaneNodes& nodes) {
  const int first = *std::find_if(nodes.begin(), nodes.end(), [](int n) { return n >= 0; });
  const int b = static_cast<int>(bundles.size());
  bundles.push_back({graph.nodes[first].op, graph.nodes[first].height, nobody(), {}, true});
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

LaneSource LanePlan::source(const LaneColumn& column, int half, int* bundle) const {
  int first = -1;
  bool same = true, constant = true;
  for (int lane = half * kRegister; lane < (half + 1) * kRegister; ++lane) {
    const int n = column.node[lane];
    if (n < 0) continue;
    if (first < 0) first = n;
    same &= n == first;
    constant &= graph.nodes[n].op == Op::constant;
  }
  if (first < 0) return LaneSource::nothing;
  if (constant) return LaneSource::constants;
  if (!graph.nodes[first].leaf()) {
    const auto found = bundles_of_shape_.find(graph.nodes[first].shape);
    if (found != bundles_of_shape_.end())
      for (int b : found->second) {
        bool whole = bundles[b].packed;
        for (int lane = half * kRegister; lane < (half + 1) * kRegister && whole; ++lane)
          whole = column.node[lane] < 0 || column.node[lane] == bundles[b].node[lane];
        if (!whole) continue;
        if (bundle) *bundle = b;
        return LaneSource::bundle;
      }
  }
  return same ? LaneSource::broadcast : LaneSource::gather;
}

int LanePlan::width(int half) const {
  for (const LaneBundle& b : bundles)
    for (int lane = half * kRegister + 2; lane < (half + 1) * kRegister; ++lane)
      if (b.packed && b.node[lane] >= 0) return 4;
  return 2;
}

double lane_operation_cost(Op op, std::size_t terms) {
  switch (op) {
    case Op::add:
    case Op::multiply: return std::max<double>(1.0, static_cast<double>(terms) - 1.0);
    case Op::divide:
    case Op::reciprocal: return 4.0;
    case Op::square_root: return 6.0;
    case Op::sine:
    case Op::cosine: return 40.0;
    default: return 2.0;
  }
}

double LanePlan::cost() const {
  double sum = 0.0;
  std::vector<char> wanted(graph.nodes.size(), false);  // by itself
  std::set<int> broadcasts;
  std::set<std::array<int, kRegister>> gathers;
  for (const LaneTerm& o : graph.outputs) wanted[o.node] = true;
  for (const LaneBundle& b : bundles) {
    if (!b.packed) continue;
    for (int half = 0; half < 2; ++half) {
      if (!b.used(half)) continue;
      const bool slow = b.op == Op::divide || b.op == Op::reciprocal || b.op == Op::square_root;
      sum += lane_operation_cost(b.op, b.columns.size()) * (slow && half == 0 ? 1.7 : 1.0);
      if (b.op == Op::sine || b.op == Op::cosine) sum += 100.0;
      for (const LaneColumn& c : b.columns) {
        const LaneSource from = source(c, half);
        const int* begin = c.node.data() + half * kRegister;
        if (from == LaneSource::broadcast) {
          const int n = *std::find_if(begin, begin + kRegister, [](int x) { return x >= 0; });
          wanted[n] = true;
          if (broadcasts.insert(n).second) sum += graph.nodes[n].leaf() ? 0.5 : 1.0;
        } else if (from == LaneSource::gather) {
          std::array<int, kRegister> key;
          std::copy(begin, begin + kRegister, key.begin());
          if (!gathers.insert(key).second) continue;
          for (int n : std::set<int>(key.begin(), key.end()))
            if (n >= 0) {
              wanted[n] = true;
              sum += 1.0;
            }
        }
      }
    }
  }
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const LaneNode& node = graph.nodes[n];
    if (node.uses == 0 || node.leaf() || packed(static_cast<int>(n))) continue;
    sum += lane_operation_cost(node.op, node.terms.size());
    for (const LaneTerm& t : node.terms) wanted[t.node] = true;
  }
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    if (wanted[n] && packed(static_cast<int>(n))) sum += lane_of[n] % kRegister == 0 ? 0.1 : 1.0;
  return sum;
}

// Takes out what does not pay.
void LanePlan::peel() {
  double best = cost();
  for (int round = 0; round < 6; ++round) {
    const double before = best;
    for (LaneBundle& b : bundles) {
      b.packed = !b.packed;
      const double now = cost();
      if (now < best) best = now;
      else b.packed = !b.packed;
    }
    if (best == before) break;
  }
}

}  // namespace gough
