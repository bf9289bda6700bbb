#include "gough/program/lane_cost.hpp"

#include <algorithm>
#include <numeric>

namespace gough {
namespace {

constexpr int kWhole = 10;  // tenths of an instruction

int number_cost(Op op, std::size_t terms) {
  switch (op) {
    case Op::add:
    case Op::multiply: return kWhole * std::max(1, static_cast<int>(terms) - 1);
    case Op::divide:
    case Op::reciprocal: return 4 * kWhole;
    case Op::square_root: return 6 * kWhole;
    case Op::sine:
    case Op::cosine:
    case Op::arc_tangent: return 40 * kWhole;
    default: return 2 * kWhole;
  }
}

// Roots and quotients of four numbers take nearly twice as long as those of one or two; sines go one by one.
int half_cost(const LaneBundle& b, int half) {
  const int one = number_cost(b.op, b.columns.size());
  if (is_call(b.op)) return kRegister * one;
  const bool slow = b.op == Op::divide || b.op == Op::reciprocal || b.op == Op::square_root;
  return slow && half == 0 ? 17 * one / 10 : one;
}

}  // namespace

LaneCost::LaneCost(LanePlan& plan)
    : plan_(plan),
      numbers_(plan.graph.nodes.size()),
      packed_(plan.bundles.size(), false),
      broadcast_(plan.graph.nodes.size()),
      gathered_(plan.gathers),
      packed_sources_(2 * plan.columns.size()),
      owner_(plan.columns.size()),
      register_cost_(plan.bundles.size()),
      own_(plan.bundles.size()) {
  std::vector<int> count(plan.bundles.size(), 0);
  for (std::array<int, kLanes>& own : own_) own.fill(-1);
  for (std::size_t n = 0; n < numbers_.size(); ++n) {
    const int b = plan.bundle_of[n];
    if (b < 0) continue;
    numbers_[n] = {b, 0, plan.lane_of[n] % kRegister == 0 ? 1 : kWhole};  // the first lane of a register is a number already
    own_[b][count[b]++] = static_cast<int>(n);
  }
  for (std::size_t b = 0; b < plan.bundles.size(); ++b) {
    LaneBundle& bundle = plan.bundles[b];
    bundle.packed = false;
    for (int half = 0; half < 2; ++half)
      if (bundle.used(half)) register_cost_[b] += half_cost(bundle, half);
    std::fill_n(owner_.begin() + (bundle.columns.data() - plan.columns.data()), bundle.columns.size(), static_cast<int>(b));
  }
  find_users();
  for (const LaneTerm& o : plan.graph.outputs) want(o.node, 1);
  find_terms();
}

void LaneCost::find_users() {
  const int sides = static_cast<int>(packed_sources_.size());
  last_user_.assign(plan_.bundles.size() + 1, 0);
  for (int s = 0; s < sides; ++s)
    for (int b : plan_.sources(side(s))) ++last_user_[b + 1];
  std::partial_sum(last_user_.begin(), last_user_.end(), last_user_.begin());
  users_.resize(last_user_.back());
  for (int s = 0; s < sides; ++s)
    for (int b : plan_.sources(side(s))) users_[last_user_[b]++] = s;
}

// Everything is computed number by number at first.
void LaneCost::find_terms() {
  number_cost_.assign(plan_.bundles.size(), 0);
  for (std::size_t b = 0; b < plan_.bundles.size(); ++b) {
    for (int n : own_[b]) {
      if (n < 0) break;
      const LaneNode& node = plan_.graph.nodes[n];
      number_cost_[b] += number_cost(node.op, node.terms.size());
      for (const LaneTerm& t : node.terms) terms_.push_back(t.node);
    }
    last_term_.push_back(static_cast<int>(terms_.size()));
  }
  for (const LaneNode& n : plan_.graph.nodes) {
    if (n.uses == 0 || n.leaf()) continue;
    total_ += number_cost(n.op, n.terms.size());
    for (const LaneTerm& t : n.terms) want(t.node, 1);
  }
}

// From nothing packed, which it is at first, and from everything packed, for either way may end where no single change helps.
void LaneCost::choose() {
  std::vector<char> best;
  long least = 0;
  for (const bool start : {false, true}) {
    pack(std::vector<char>(plan_.bundles.size(), start));
    improve();
    if (!best.empty() && total_ >= least) continue;
    least = total_;
    best = packed_;
  }
  pack(best);
  for (std::size_t b = 0; b < best.size(); ++b) plan_.bundles[b].packed = best[b];
}

void LaneCost::pack(const std::vector<char>& which) {
  for (std::size_t b = 0; b < which.size(); ++b)
    if (packed_[b] != which[b]) flip(static_cast<int>(b));
}

void LaneCost::improve() {
  constexpr int kRounds = 6;
  std::vector<char> open(plan_.bundles.size(), true);  // to be looked at: nothing beside them has changed since the others were
  for (int round = 0; round < kRounds; ++round) {
    const long before = total_;
    for (int b = 0; b < static_cast<int>(plan_.bundles.size()); ++b) {
      if (!open[b]) continue;
      open[b] = false;
      const long kept = total_;
      flip(b);
      if (total_ >= kept) flip(b);
      else reopen_neighbours(b, open);
    }
    if (total_ >= before) return;
  }
}

void LaneCost::reopen_neighbours(int b, std::vector<char>& open) const {
  for (int s : users(b)) open[owner_[s / 2]] = true;
  for (const LaneColumn& column : plan_.bundles[b].columns)
    for (const LaneSide& side : column.side) {
      for (int from : plan_.sources(side)) open[from] = true;
      for (int n : side.nodes())
        if (numbers_[n].bundle >= 0) open[numbers_[n].bundle] = true;
    }
}

// A side is read from any of its sources that is packed, so that only the first of them to be packed, and the last, make a difference.
void LaneCost::flip(int b) {
  const std::array<int, kLanes>& own = own_[b];
  const auto end = std::find(own.begin(), own.end(), -1);
  std::for_each(own.begin(), end, [&](int n) { count_extraction(n, -1); });
  packed_[b] = !packed_[b];
  std::for_each(own.begin(), end, [&](int n) { count_extraction(n, 1); });
  const int sign = packed_[b] ? 1 : -1;
  for (int s : users(b)) {
    const bool alone = packed_sources_[s] == (packed_[b] ? 0 : 1);
    packed_sources_[s] += sign;
    if (alone && packed_[owner_[s / 2]]) count_side(s, -sign);
  }
  for (int n : part(terms_, last_term_, b)) want(n, -sign);
  total_ += sign * (register_cost_[b] - number_cost_[b]);
  const LaneBundle& bundle = plan_.bundles[b];
  const int first = 2 * static_cast<int>(bundle.columns.data() - plan_.columns.data());
  for (int s = first; s < first + 2 * static_cast<int>(bundle.columns.size()); ++s)
    if (packed_sources_[s] == 0) count_side(s, sign);
}

// One that is gathered or spread from a number.
void LaneCost::count_side(int s, int sign) {
  const LaneSide& side = this->side(s);
  if (side.count == 0 || side.constants) return;
  const bool spread = side.count == 1;
  int& times = spread ? broadcast_[side.node[0]] : gathered_[side.gather];
  times += sign;
  if (times == (sign > 0 ? 1 : 0)) total_ += sign * (spread && plan_.graph.nodes[side.node[0]].leaf() ? kWhole / 2 : kWhole * side.count);
  for (int n : side.nodes()) want(n, sign);
}

void LaneCost::count_extraction(int node, int sign) {
  const Number& x = numbers_[node];
  if (x.wanted > 0 && packed_[x.bundle]) total_ += sign * x.extraction;
}

void LaneCost::want(int node, int sign) {
  Number& x = numbers_[node];
  if (x.wanted == (sign > 0 ? 0 : 1) && x.bundle >= 0 && packed_[x.bundle]) total_ += sign * x.extraction;
  x.wanted += sign;
}

}  // namespace gough
