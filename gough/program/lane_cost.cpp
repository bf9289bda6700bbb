#include "gough/program/lane_cost.hpp"

#include <algorithm>

namespace gough {
namespace {

double number_cost(Op op, std::size_t terms) {
  switch (op) {
    case Op::add:
    case Op::multiply: return std::max(1.0, static_cast<double>(terms) - 1.0);
    case Op::divide:
    case Op::reciprocal: return 4.0;
    case Op::square_root: return 6.0;
    case Op::sine:
    case Op::cosine: return 40.0;
    default: return 2.0;
  }
}

// Roots and quotients of four numbers take nearly twice as long as those of one or two; sines go one by one.
double register_cost(const LaneBundle& b, int half) {
  const double one = number_cost(b.op, b.columns.size());
  if (b.op == Op::sine || b.op == Op::cosine) return kRegister * one;
  const bool slow = b.op == Op::divide || b.op == Op::reciprocal || b.op == Op::square_root;
  return slow && half == 0 ? 1.7 * one : one;
}

}  // namespace

LaneCost::LaneCost(LanePlan& plan)
    : plan_(plan),
      wanted_(plan.graph.nodes.size()),
      broadcast_(plan.graph.nodes.size()),
      gathered_(plan.gathers),
      users_(plan.bundles.size()) {
  for (std::size_t b = 0; b < plan.bundles.size(); ++b) {
    plan.bundles[b].packed = false;
    for (std::size_t k = 0; k < plan.bundles[b].columns.size(); ++k)
      for (const LaneSide& side : plan.bundles[b].columns[k].side)
        for (int from : side.bundles) users_[from].push_back({static_cast<int>(b), static_cast<int>(k)});
  }
  for (std::vector<Column>& users : users_) {
    const auto place = [](const Column& c) { return std::pair(c.bundle, c.column); };
    std::sort(users.begin(), users.end(), [&](const Column& x, const Column& y) { return place(x) < place(y); });
    users.erase(std::unique(users.begin(), users.end(), [&](const Column& x, const Column& y) { return place(x) == place(y); }),
                users.end());
  }
  for (const LaneTerm& o : plan.graph.outputs) want(o.node, 1);
  for (std::size_t n = 0; n < plan.graph.nodes.size(); ++n)
    if (plan.graph.nodes[n].uses > 0 && !plan.graph.nodes[n].leaf()) count_number(static_cast<int>(n), 1);
}

// From nothing packed, which it is at first, and from everything packed, for either way may end where no single change helps.
void LaneCost::choose() {
  std::vector<char> best;
  double least = 0.0;
  for (const bool start : {false, true}) {
    pack(std::vector<char>(plan_.bundles.size(), start));
    improve();
    if (!best.empty() && total_ >= least) continue;
    least = total_;
    best.clear();
    for (const LaneBundle& b : plan_.bundles) best.push_back(b.packed);
  }
  pack(best);
}

void LaneCost::pack(const std::vector<char>& which) {
  for (std::size_t b = 0; b < which.size(); ++b)
    if (plan_.bundles[b].packed != static_cast<bool>(which[b])) flip(static_cast<int>(b));
}

void LaneCost::improve() {
  constexpr int kRounds = 6;
  constexpr double kRounding = 1e-6;
  std::vector<char> open(plan_.bundles.size(), true);  // to be looked at: nothing beside them has changed since the others were
  for (int round = 0; round < kRounds; ++round) {
    const double before = total_;
    for (int b = 0; b < static_cast<int>(plan_.bundles.size()); ++b) {
      if (!open[b]) continue;
      open[b] = false;
      const double kept = total_;
      flip(b);
      if (total_ > kept - kRounding) flip(b);
      else reopen_neighbours(b, open);
    }
    if (total_ > before - kRounding) return;
  }
}

void LaneCost::reopen_neighbours(int b, std::vector<char>& open) const {
  for (const Column& c : users_[b]) open[c.bundle] = true;
  for (const LaneColumn& column : plan_.bundles[b].columns)
    for (const LaneSide& side : column.side) {
      for (int from : side.bundles) open[from] = true;
      for (int n : side.nodes)
        if (plan_.bundle_of[n] >= 0) open[plan_.bundle_of[n]] = true;
    }
}

// A bundle's own numbers are those that no other bundle had before.
void LaneCost::flip(int b) {
  std::vector<int> own;
  for (int lane = 0; lane < kLanes; ++lane)
    if (const int n = plan_.bundles[b].node[lane]; n >= 0 && plan_.bundle_of[n] == b && plan_.lane_of[n] == lane) own.push_back(n);
  const auto count = [&](int sign) {
    for (const Column& c : users_[b]) count_column(c, sign);
    if (plan_.bundles[b].packed) count_bundle(b, sign);
    else
      for (int n : own) count_number(n, sign);
    for (int n : own) count_extraction(n, sign);
  };
  count(-1);
  plan_.bundles[b].packed = !plan_.bundles[b].packed;
  count(1);
}

void LaneCost::count_bundle(int b, int sign) {
  for (int half = 0; half < 2; ++half)
    if (plan_.bundles[b].used(half)) total_ += sign * register_cost(plan_.bundles[b], half);
  for (std::size_t k = 0; k < plan_.bundles[b].columns.size(); ++k) count_column({b, static_cast<int>(k)}, sign);
}

void LaneCost::count_column(const Column& c, int sign) {
  const LaneBundle& bundle = plan_.bundles[c.bundle];
  if (!bundle.packed) return;
  const LaneColumn& column = bundle.columns[c.column];
  for (int half = 0; half < 2; ++half) {
    const LaneSource from = plan_.source(column, half);
    if (from != LaneSource::broadcast && from != LaneSource::gather) continue;
    const LaneSide& side = column.side[half];
    int& times = from == LaneSource::broadcast ? broadcast_[side.nodes[0]] : gathered_[side.gather];
    times += sign;
    for (int n : side.nodes) {
      if (times == (sign > 0 ? 1 : 0)) total_ += sign * (from == LaneSource::broadcast && plan_.graph.nodes[n].leaf() ? 0.5 : 1.0);
      want(n, sign);
    }
  }
}

void LaneCost::count_number(int node, int sign) {
  const LaneNode& n = plan_.graph.nodes[node];
  total_ += sign * number_cost(n.op, n.terms.size());
  for (const LaneTerm& t : n.terms) want(t.node, sign);
}

// The first lane of a register is a number already.
void LaneCost::count_extraction(int node, int sign) {
  if (wanted_[node] > 0 && plan_.packed(node)) total_ += sign * (plan_.lane_of[node] % kRegister == 0 ? 0.1 : 1.0);
}

void LaneCost::want(int node, int sign) {
  count_extraction(node, -1);
  wanted_[node] += sign;
  count_extraction(node, 1);
}

}  // namespace gough
