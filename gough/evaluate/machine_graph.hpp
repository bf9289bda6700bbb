#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

// A program as the operations of a processor with vector registers: one, two or four numbers each, with fused multiply-adds and moves
// between lanes.
namespace gough {

enum class MachineOp : std::uint8_t {
  input,
  constant,
  add,
  subtract,
  multiply,
  divide,
  square_root,
  minimum,
  fused,  // ± a b ± c, rounded once
  bit_and,
  bit_or,
  bit_xor,
  less,  // all bits set where a < b
  sine,
  cosine,
  broadcast,   // one number to all lanes
  pair,        // two numbers side by side
  join,        // two pairs side by side
  upper_half,  // lanes 2 and 3
  second,      // lane 1
  permute,     // lanes of a vector of four in the order that `immediate` names, two bits each
};

struct MachineNode {
  MachineOp op = MachineOp::input;
  std::uint8_t width = 1;                            // numbers: 1, 2, 4 or 8
  bool minus_product = false, minus_addend = false;  // of a fused operation
  int immediate = 0;                                 // of a permutation
  int index = 0;                                     // of an input, or of a constant in the pool
  std::array<int, 3> from{-1, -1, -1};

  bool leaf() const { return op == MachineOp::input || op == MachineOp::constant; }
  bool call() const { return op == MachineOp::sine || op == MachineOp::cosine; }
  bool bits() const { return op == MachineOp::bit_and || op == MachineOp::bit_or || op == MachineOp::bit_xor; }
  bool commutes() const { return op == MachineOp::add || op == MachineOp::multiply || bits(); }
  bool operator==(const MachineNode&) const = default;
};

using PoolEntry = std::array<double, 4>;  // of eight numbers, which are equal, the first ones

class MachineGraph {
 public:
  std::vector<MachineNode> nodes;  // operands first
  std::vector<PoolEntry> pool;     // constants
  std::vector<int> outputs;
  int inputs = 0;
  int states = 1;  // that one pass computes: 1, 4 or 8

  void reserve(std::size_t size);
  int add(const MachineNode& node);  // or the equal one that is there
  int add(MachineOp op, int width, int a, int b = -1, int immediate = 0);
  int input(int index);
  int constant(const PoolEntry& values, int width);
  int constant(double value, int width) { return constant({value, value, value, value}, width); }

  // What outputs need, without inputs and constants, operands first.
  std::vector<int> needed() const;

 private:
  struct Hash {
    std::size_t operator()(const MachineNode& n) const;
  };
  std::unordered_map<MachineNode, int, Hash> known_;
  std::map<std::array<std::uint64_t, 5>, int> constants_;  // by their bits and width
};

}  // namespace gough
