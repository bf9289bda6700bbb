#pragma once

#include <cstdint>
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
  std::vector<LaneTerm> terms;  // only those of a sum (Op::add) have signs
  double value = 0.0;           // of a constant
  std::uint64_t shape = 0;      // equal for parts that do the same with other constants
  int height = 0;               // above inputs and constants
  int uses = 0;                 // none: not needed, or part of a longer sum or product
  bool leaf() const { return op == Op::input || op == Op::constant; }
};

struct LaneGraph {
  explicit LaneGraph(const Program& program);

  std::vector<LaneNode> nodes;  // inputs in their order, constants, the rest with operands first; constants of changed sign last
  std::vector<LaneTerm> outputs;

 private:
  int add(LaneNode node);
  int with_sign(const LaneTerm& term);
  LaneTerm written(const std::vector<LaneTerm>& images, const Instruction& instruction);
  void count_uses();
  void flatten();
  void signs_into_constants();
  void shapes();
};

}  // namespace gough
