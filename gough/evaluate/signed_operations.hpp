#pragma once

#include "gough/evaluate/machine_graph.hpp"
#include "gough/record/recorded.hpp"

namespace gough {

// A node and a sign that stands outside of it until an operation takes it in.
struct SignedNode {
  int node = -1;
  bool negative = false;
};

// Writes operations on signed nodes into a graph.
class SignedOperations {
 public:
  explicit SignedOperations(MachineGraph& graph) : graph_(graph) {}

  int plain(SignedNode x, int width);  // its sign taken in
  SignedNode sum(SignedNode a, SignedNode b, int width);
  SignedNode fused(SignedNode a, SignedNode b, SignedNode c, int width);  // a b + c
  SignedNode product(MachineOp op, SignedNode a, SignedNode b, int width);
  SignedNode operation(Op op, SignedNode a, SignedNode b, int width);

 private:
  MachineGraph& graph_;

  SignedNode copied_sign(SignedNode a, SignedNode b, int width);
  SignedNode coulomb(SignedNode rate, int width);
};

}  // namespace gough
