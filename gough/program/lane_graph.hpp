#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gough/program/program.hpp"

// A program for comparing its parts: sums and products have any number of terms, and signs stand at the terms.
namespace gough {

struct LaneTerm {
  int node = -1;
  bool negative = false;
  bool operator==(const LaneTerm&) const = default;
};

struct LaneNode {
  Op op = Op::constant;
  std::span<LaneTerm> terms;  // only those of a sum (Op::add) have signs
  double value = 0.0;         // of a constant
  std::uint64_t shape = 0;    // equal for parts that do the same with other constants
  int height = 0;             // above inputs and constants
  int uses = 0;               // none: not needed, or part of a longer sum or product
  int kind = -1;              // number of the shape among those of operations that are used
  bool leaf() const { return op == Op::input || op == Op::constant; }
};

struct LaneGraph {
  explicit LaneGraph(const Program& program);
  LaneGraph(LaneGraph&&) = default;  // nodes point at terms that the graph has: no copies

  std::vector<LaneNode> nodes;  // inputs in their order, constants, the rest with operands first; constants of changed sign last
  std::vector<LaneTerm> outputs;

  // Kinds are in the order of their shapes. Nodes of a kind are in their own order.
  int kinds() const { return static_cast<int>(kind_ends_.size()); }
  std::span<const int> alike(int kind) const {
    const int begin = kind == 0 ? 0 : kind_ends_[kind - 1];
    return {alike_.data() + begin, static_cast<std::size_t>(kind_ends_[kind] - begin)};
  }

 private:
  std::vector<LaneTerm> written_, flat_;  // terms, before and after sums were flattened
  std::vector<int> alike_, kind_ends_;    // nodes by kinds

  int add(const LaneNode& node);
  int add(Op op, std::initializer_list<LaneTerm> terms);
  int with_sign(const LaneTerm& term);
  LaneTerm written(const std::vector<LaneTerm>& images, const Instruction& instruction);
  void count_uses();
  void flatten();
  bool inside(const LaneTerm& term, Op op) const { return nodes[term.node].op == op && nodes[term.node].uses == 1; }
  std::span<LaneTerm> flattened(const LaneNode& node);
  void signs_into_constants();
  void shapes();
  void sort_kinds();
};

}  // namespace gough
