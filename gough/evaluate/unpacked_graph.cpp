#include "gough/evaluate/packed_graph.hpp"

namespace gough {
namespace {

// Lanes of a packed node as nodes of their own; −1 where a lane is not used.
using Lanes = std::array<SignedNode, 4>;

class Unpacker {
 public:
  Unpacker(const MachineGraph& packed, int states) : packed_(packed), states_(states), write_(graph), lanes_(packed.nodes.size()) {
    graph.inputs = packed.inputs, graph.states = states_;
    graph.reserve(2 * packed.nodes.size());
    const std::vector<int> order = packed.needed();
    for (std::size_t n = 0; n < packed.nodes.size(); ++n)
      if (packed.nodes[n].leaf()) leaf(static_cast<int>(n));
    for (int n : order) operation(n);
    for (int o : packed.outputs) graph.outputs.push_back(write_.plain(lanes_[o][0], states_));
  }
  MachineGraph graph;

 private:
  const MachineGraph& packed_;
  const int states_;
  SignedOperations write_;
  std::vector<Lanes> lanes_;

  void leaf(int n) {
    const MachineNode& node = packed_.nodes[n];
    for (int k = 0; k < node.width; ++k)
      lanes_[n][k].node = node.op == MachineOp::input ? graph.input(node.index) : graph.constant(packed_.pool[node.index][k], states_);
  }

  void operation(int n) {
    const MachineNode& node = packed_.nodes[n];
    const auto lane = [&](int operand, int k) { return lanes_[node.from[operand]][k]; };
    switch (node.op) {
      case MachineOp::broadcast: lanes_[n].fill(lane(0, 0)); return;
      case MachineOp::pair: lanes_[n] = {lane(0, 0), lane(1, 0)}; return;
      case MachineOp::join: lanes_[n] = {lane(0, 0), lane(0, 1), lane(1, 0), lane(1, 1)}; return;
      case MachineOp::upper_half: lanes_[n] = {lane(0, 2), lane(0, 3)}; return;
      case MachineOp::second: lanes_[n] = {lane(0, 1)}; return;
      case MachineOp::permute:
        for (int k = 0; k < 4; ++k) lanes_[n][k] = lane(0, node.immediate >> (2 * k) & 3);
        return;
      default: break;
    }
    for (int k = 0; k < node.width; ++k) lanes_[n][k] = lane_of_operation(node, k);
  }

  // +1 or −1, 0 for all else.
  int unit(SignedNode x) const {
    const MachineNode& node = graph.nodes[x.node];
    if (node.op != MachineOp::constant) return 0;
    const double value = graph.pool[node.index][0];
    return value == 1.0 ? 1 : value == -1.0 ? -1 : 0;
  }

  SignedNode lane_of_operation(const MachineNode& node, int k) {
    SignedNode x[3];
    for (int i = 0; i < 3 && node.from[i] >= 0; ++i) {
      x[i] = lanes_[node.from[i]][k];
      if (x[i].node < 0) return {};
    }
    switch (node.op) {
      case MachineOp::add: return write_.sum(x[0], x[1], states_);
      case MachineOp::subtract: return write_.sum(x[0], {x[1].node, !x[1].negative}, states_);
      case MachineOp::multiply:
        if (const int sign = unit(x[1])) return {x[0].node, x[0].negative != (x[1].negative != (sign < 0))};
        return write_.product(node.op, x[0], x[1], states_);
      case MachineOp::divide: return write_.product(node.op, x[0], x[1], states_);
      case MachineOp::fused: return fused(node, x);
      default: break;
    }
    const int a = write_.plain(x[0], states_), b = node.from[1] >= 0 ? write_.plain(x[1], states_) : -1;
    return {graph.add(node.op, states_, a, b), false};
  }

  SignedNode fused(const MachineNode& node, SignedNode* x) {
    if (node.minus_addend) x[2].negative = !x[2].negative;
    if (node.minus_product) x[0].negative = !x[0].negative;
    if (const int sign = unit(x[1])) return write_.sum({x[0].node, x[0].negative != (x[1].negative != (sign < 0))}, x[2], states_);
    return write_.fused(x[0], x[1], x[2], states_);
  }
};

}  // namespace

MachineGraph unpacked_graph(const MachineGraph& packed, int states) { return std::move(Unpacker(packed, states).graph); }

}  // namespace gough
