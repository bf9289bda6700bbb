#include "gough/evaluate/packed_graph.hpp"

#include <algorithm>
#include <span>

#include "gough/program/sort_few.hpp"

namespace gough {
namespace {

// Operands of a sum or product before their order is chosen.
struct PackedTerm {
  SignedNode value;
  int height = 0;
};

class PackedGraphBuilder {
 public:
  explicit PackedGraphBuilder(const Program& program) : plan_(program), lanes_(plan_.graph), write_(graph), numbers_(lanes_.nodes.size()) {
    for (int half = 0; half < 2; ++half) width_[half] = plan_.width(half);
    vectors_.assign(2 * plan_.bundles.size(), -1);
    count_readers();
    graph.inputs = static_cast<int>(program.inputs.size());
    graph.reserve(program.code.size());
    write_in_steps();
    for (const LaneTerm& o : lanes_.outputs) {
      const SignedNode x = number(o.node);
      graph.outputs.push_back(write_.plain({x.node, x.negative != o.negative}, 1));
    }
  }
  MachineGraph graph;

 private:
  const LanePlan plan_;
  const LaneGraph& lanes_;
  SignedOperations write_;
  std::vector<SignedNode> numbers_;  // of the plan's nodes, by themselves
  std::vector<int> vectors_;         // of the bundles' halves
  std::vector<int> readers_;         // of the bundles' halves: packed columns, and 2 where a number is wanted by itself
  std::vector<char> single_;         // of the graph's nodes: a product with one reader, to be fused
  std::vector<PackedTerm> terms_;    // of what is being written, and of what waits for that
  int width_[2];

  int half_of(int n) const { return plan_.lane_of[n] / kRegister; }
  int lane_in_half(int n) const { return plan_.lane_of[n] % kRegister; }
  int vector_of(int n) { return bundle(plan_.bundle_of[n], half_of(n)); }

  void count_readers();
  void write_in_steps();
  void want(int n) {
    if (plan_.packed(n)) readers_[2 * plan_.bundle_of[n] + half_of(n)] += 2;
  }

  bool fusible(SignedNode x) const { return x.node < static_cast<int>(single_.size()) && single_[x.node]; }
  void fuse_later(int n) {
    if (static_cast<int>(single_.size()) <= n) single_.resize(n + 1, 0);
    single_[n] = graph.nodes[n].op == MachineOp::multiply;
  }

  SignedNode number(int n);
  SignedNode computed(int n);
  int plain_number(int n) { return write_.plain(number(n), 1); }
  int extracted(int vector, int lane);
  int bundle(int b, int half);
  SignedNode combined(Op op, std::size_t begin, int width);
  SignedNode sum(SignedNode a, SignedNode b, int width);
  PackedTerm column(const LaneColumn& c, int half);
  int with_signs(int vector, const PoolEntry& signs, int width);
  int column_vector(const LaneColumn& c, int half);
  int constants(const LaneColumn& c, int half);
  int gathered(const LaneColumn& c, int half);
  int pair(int a, int b);
  int permuted(const int* nodes);
};

void PackedGraphBuilder::count_readers() {
  readers_.assign(vectors_.size(), 0);
  for (const LaneTerm& o : lanes_.outputs) want(o.node);
  for (std::size_t n = 0; n < lanes_.nodes.size(); ++n)
    if (lanes_.nodes[n].uses > 0 && !plan_.packed(static_cast<int>(n)))
      for (const LaneTerm& t : lanes_.nodes[n].terms) want(t.node);
  for (const LaneBundle& user : plan_.bundles)
    for (const LaneColumn& c : user.columns)
      for (int half = 0; half < 2 && user.packed; ++half) {
        int source = -1;
        const LaneSource from = plan_.source(c, half, &source);
        if (from == LaneSource::bundle) ++readers_[2 * source + half];
        else if (from != LaneSource::nothing)
          for (int n : c.side[half].nodes()) want(n);
      }
}

// Numbers are written when they are asked for, which goes as deep as the program is high: high ones are written floor by floor.
void PackedGraphBuilder::write_in_steps() {
  constexpr int kFloor = 512;
  std::vector<int> floors;
  for (std::size_t n = 0; n < lanes_.nodes.size(); ++n)
    if (lanes_.nodes[n].uses > 0 && lanes_.nodes[n].height > 0 && lanes_.nodes[n].height % kFloor == 0)
      floors.push_back(static_cast<int>(n));
  std::stable_sort(floors.begin(), floors.end(), [&](int a, int b) { return lanes_.nodes[a].height < lanes_.nodes[b].height; });
  for (int n : floors) number(n);
}

SignedNode PackedGraphBuilder::number(int n) {
  if (numbers_[n].node < 0) {
    const SignedNode x = computed(n);
    numbers_[n] = x;
  }
  return numbers_[n];
}

SignedNode PackedGraphBuilder::computed(int n) {
  const LaneNode& node = lanes_.nodes[n];
  if (node.op == Op::input) return {graph.input(n), false};
  if (node.op == Op::constant) return {graph.constant(node.value, 1), false};
  if (plan_.packed(n)) return {extracted(vector_of(n), lane_in_half(n)), false};
  const std::size_t begin = terms_.size();
  for (const LaneTerm& t : node.terms) {
    const SignedNode x = number(t.node);
    terms_.push_back({{x.node, x.negative != t.negative}, lanes_.nodes[t.node].height});
  }
  const SignedNode out = combined(node.op, begin, 1);
  if (node.op == Op::multiply && node.uses == 1) fuse_later(out.node);
  return out;
}

int PackedGraphBuilder::extracted(int vector, int lane) {
  if (lane >= 2) vector = graph.add(MachineOp::upper_half, 2, vector);
  return lane % 2 ? graph.add(MachineOp::second, 1, vector) : vector;
}

int PackedGraphBuilder::bundle(int b, int half) {
  if (vectors_[2 * b + half] >= 0) return vectors_[2 * b + half];
  const LaneBundle& bundle = plan_.bundles[b];
  const std::size_t begin = terms_.size();
  for (const LaneColumn& c : bundle.columns) {
    const PackedTerm t = column(c, half);
    terms_.push_back(t);
  }
  const SignedNode x = combined(bundle.op, begin, width_[half]);
  const int out = write_.plain(x, width_[half]);
  if (bundle.op == Op::multiply && out == x.node && readers_[2 * b + half] == 1) fuse_later(out);
  return vectors_[2 * b + half] = out;
}

// Terms from `begin` on, which go. What is there first is added or multiplied first; a sum begins with what is no product, so that all
// products are fused.
SignedNode PackedGraphBuilder::combined(Op op, std::size_t begin, int width) {
  const std::span<PackedTerm> terms(terms_.begin() + static_cast<std::ptrdiff_t>(begin), terms_.end());
  SignedNode out = terms[0].value;
  if (op != Op::add && op != Op::multiply) {
    out = write_.operation(op, terms.front().value, terms.back().value, width);
  } else {
    sort_few(terms, [](const PackedTerm& a, const PackedTerm& b) { return a.height < b.height; });
    if (op == Op::add) {
      const auto early = [&](const PackedTerm& t) { return !fusible(t.value) && t.height <= terms[0].height + 1; };
      const auto first = std::find_if(terms.begin(), terms.end(), early);
      if (first != terms.end()) std::rotate(terms.begin(), first, first + 1);
    }
    out = terms[0].value;
    for (std::size_t k = 1; k < terms.size(); ++k)
      out = op == Op::add ? sum(out, terms[k].value, width) : write_.operation(op, out, terms[k].value, width);
  }
  terms_.resize(begin);
  return out;
}

SignedNode PackedGraphBuilder::sum(SignedNode a, SignedNode b, int width) {
  if (!fusible(a) && !fusible(b)) return write_.sum(a, b, width);
  if (!fusible(a) || (fusible(b) && b.node > a.node)) std::swap(a, b);
  const MachineNode& product = graph.nodes[a.node];
  return write_.fused({product.from[0], a.negative}, {product.from[1], false}, b, width);
}

PackedTerm PackedGraphBuilder::column(const LaneColumn& c, int half) {
  PackedTerm out;
  bool plus = false, minus = false;
  PoolEntry signs{1, 1, 1, 1};
  for (int k = 0; k < width_[half]; ++k) {
    const int n = c.node[half * kRegister + k];
    if (n < 0) continue;
    const bool negative = c.negative[half * kRegister + k];
    (negative ? minus : plus) = true;
    if (negative) signs[k] = -1.0;
    out.height = std::max(out.height, lanes_.nodes[n].height);
  }
  out.value = {column_vector(c, half), minus && !plus};
  if (plus && minus) out.value.node = with_signs(out.value.node, signs, width_[half]);
  return out;
}

// Signs that differ from lane to lane are a product with ±1, which rounds nothing. Of a product that will be fused a factor takes them.
int PackedGraphBuilder::with_signs(int vector, const PoolEntry& signs, int width) {
  int other = -1;
  if (fusible({vector, false})) {
    other = graph.nodes[vector].from[1];
    vector = graph.nodes[vector].from[0];
    if (graph.nodes[other].op == MachineOp::constant) std::swap(vector, other);
  }
  int out = -1;
  if (graph.nodes[vector].op == MachineOp::constant) {
    PoolEntry x = graph.pool[graph.nodes[vector].index];
    for (int k = 0; k < width; ++k) x[k] *= signs[k];
    out = graph.constant(x, width);
  } else {
    out = graph.add(MachineOp::multiply, width, vector, graph.constant(signs, width));
    if (other < 0) fuse_later(out);
  }
  if (other < 0) return out;
  out = graph.add(MachineOp::multiply, width, out, other);
  fuse_later(out);
  return out;
}

int PackedGraphBuilder::column_vector(const LaneColumn& c, int half) {
  int b = -1;
  switch (plan_.source(c, half, &b)) {
    case LaneSource::bundle: return bundle(b, half);
    case LaneSource::constants: return constants(c, half);
    case LaneSource::broadcast: return graph.add(MachineOp::broadcast, width_[half], plain_number(c.side[half].node[0]));
    default: return gathered(c, half);
  }
}

// Unused lanes repeat one of the others.
int PackedGraphBuilder::constants(const LaneColumn& c, int half) {
  PoolEntry x{};
  for (int k = 0; k < width_[half]; ++k) {
    const int n = c.node[half * kRegister + k];
    x[k] = lanes_.nodes[n >= 0 ? n : c.side[half].node[0]].value;
  }
  return graph.constant(x, width_[half]);
}

int PackedGraphBuilder::gathered(const LaneColumn& c, int half) {
  const int* nodes = c.node.data() + half * kRegister;
  if (width_[half] == 2) return pair(nodes[0], nodes[1]);
  if (const int vector = permuted(nodes); vector >= 0) return vector;
  const int low = pair(nodes[0], nodes[1]), high = pair(nodes[2], nodes[3]);
  if (high < 0) return graph.add(MachineOp::join, 4, low, low);
  return graph.add(MachineOp::join, 4, low < 0 ? high : low, high);
}

// None where neither is used.
int PackedGraphBuilder::pair(int a, int b) {
  if (a < 0) a = b;
  if (b < 0) b = a;
  if (a < 0) return -1;
  if (lanes_.nodes[a].op == Op::constant && lanes_.nodes[b].op == Op::constant)
    return graph.constant({lanes_.nodes[a].value, lanes_.nodes[b].value, 0, 0}, 2);
  if (a == b) return graph.add(MachineOp::broadcast, 2, plain_number(a));
  const bool neighbours = plan_.packed(a) && plan_.packed(b) && plan_.bundle_of[a] == plan_.bundle_of[b] && plan_.lane_of[a] % 2 == 0 &&
                          plan_.lane_of[b] == plan_.lane_of[a] + 1;
  if (neighbours) return lane_in_half(a) == 0 ? vector_of(a) : graph.add(MachineOp::upper_half, 2, vector_of(a));
  const int first = plain_number(a), second = plain_number(b);
  return graph.add(MachineOp::pair, 2, first, second);
}

// Four lanes of one vector in another order, if that is what these are.
int PackedGraphBuilder::permuted(const int* nodes) {
  int one = -1, immediate = 0;
  for (int k = 0; k < kRegister; ++k) {
    const int n = nodes[k];
    if (n < 0) continue;
    if (!plan_.packed(n) || width_[half_of(n)] != 4) return -1;
    if (one >= 0 && (plan_.bundle_of[n] != plan_.bundle_of[one] || half_of(n) != half_of(one))) return -1;
    one = n;
    immediate |= lane_in_half(n) << (2 * k);
  }
  return graph.add(MachineOp::permute, 4, vector_of(one), -1, immediate);
}

}  // namespace

MachineGraph packed_graph(const Program& program) { return std::move(PackedGraphBuilder(program).graph); }

}  // namespace gough
