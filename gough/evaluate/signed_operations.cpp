#include "gough/evaluate/signed_operations.hpp"

#include <bit>
#include <stdexcept>
#include <utility>

namespace gough {
namespace {

const double kSignBit = std::bit_cast<double>(0x8000000000000000ull), kOtherBits = std::bit_cast<double>(0x7FFFFFFFFFFFFFFFull);

}  // namespace

int SignedOperations::plain(SignedNode x, int width) {
  return x.negative ? graph_.add(MachineOp::bit_xor, width, x.node, graph_.constant(kSignBit, width)) : x.node;
}

SignedNode SignedOperations::sum(SignedNode a, SignedNode b, int width) {
  if (a.negative == b.negative) return {graph_.add(MachineOp::add, width, a.node, b.node), a.negative};
  if (a.negative) std::swap(a, b);
  return {graph_.add(MachineOp::subtract, width, a.node, b.node), false};
}

SignedNode SignedOperations::fused(SignedNode a, SignedNode b, SignedNode c, int width) {
  MachineNode node;
  node.op = MachineOp::fused, node.width = static_cast<std::uint8_t>(width), node.from = {a.node, b.node, c.node};
  node.minus_product = a.negative != b.negative, node.minus_addend = c.negative;
  return {graph_.add(node), false};
}

SignedNode SignedOperations::product(MachineOp op, SignedNode a, SignedNode b, int width) {
  return {graph_.add(op, width, a.node, b.node), a.negative != b.negative};
}

SignedNode SignedOperations::operation(Op op, SignedNode a, SignedNode b, int width) {
  const auto one = [&](MachineOp what) { return SignedNode{graph_.add(what, width, plain(a, width)), false}; };
  switch (op) {
    case Op::add: return sum(a, b, width);
    case Op::subtract: return sum(a, {b.node, !b.negative}, width);
    case Op::multiply: return product(MachineOp::multiply, a, b, width);
    case Op::divide: return product(MachineOp::divide, a, b, width);
    case Op::reciprocal: return product(MachineOp::divide, {graph_.constant(1.0, width), false}, a, width);
    case Op::negate: return {a.node, !a.negative};
    case Op::square_root: return one(MachineOp::square_root);
    case Op::sine: return one(MachineOp::sine);
    case Op::cosine: return one(MachineOp::cosine);
    case Op::arc_tangent: return one(MachineOp::arc_tangent);
    case Op::copy_sign: return copied_sign(a, b, width);
    case Op::coulomb_sign: return coulomb(a, width);
    case Op::minimum: return {graph_.add(MachineOp::minimum, width, plain(a, width), plain(b, width)), false};
    case Op::input:
    case Op::constant: break;
  }
  throw std::logic_error("no operation");
}

SignedNode SignedOperations::copied_sign(SignedNode a, SignedNode b, int width) {
  const int size = graph_.add(MachineOp::bit_and, width, a.node, graph_.constant(kOtherBits, width));
  const int sign = graph_.add(MachineOp::bit_and, width, plain(b, width), graph_.constant(kSignBit, width));
  return {graph_.add(MachineOp::bit_or, width, size, sign), false};
}

// (rest < rate) − (rate < −rest)
SignedNode SignedOperations::coulomb(SignedNode rate, int width) {
  const int x = plain(rate, width), one = graph_.constant(1.0, width);
  const int above = graph_.add(MachineOp::less, width, graph_.constant(kRestRate, width), x);
  const int below = graph_.add(MachineOp::less, width, x, graph_.constant(-kRestRate, width));
  return {graph_.add(MachineOp::subtract, width, graph_.add(MachineOp::bit_and, width, above, one),
                     graph_.add(MachineOp::bit_and, width, below, one)),
          false};
}

}  // namespace gough
