#pragma once

#include <array>
#include <cstdint>
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
  arc_tangent,
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
  bool call() const { return op == MachineOp::sine || op == MachineOp::cosine || op == MachineOp::arc_tangent; }
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
  // Finds nodes by what they are: a power of two of places, of which at most half are taken.
  struct Table {
    struct Place {
      std::size_t hash = 0;
      int node = -1;
    };
    std::vector<Place> places;
    std::size_t taken = 0;

    void make_room();

    // The place of a node of this hash that is the one looked for, or the free place where it belongs.
    template <class Same>
    Place& at(std::size_t hash, const Same& same) {
      std::size_t k = hash & (places.size() - 1);
      while (places[k].node >= 0 && (places[k].hash != hash || !same(places[k].node))) k = (k + 1) & (places.size() - 1);
      return places[k];
    }
  };
  Table known_, constants_;

  static std::size_t hash(const MachineNode& n);
  static std::size_t constant_hash(const PoolEntry& values, int width);
  bool same_constant(const MachineNode& node, const PoolEntry& values, int width) const;
};

}  // namespace gough
