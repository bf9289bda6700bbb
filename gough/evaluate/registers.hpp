#pragma once

#include "gough/evaluate/machine_graph.hpp"

// A few vector registers for all numbers of a program; what does not fit is put aside in slots on the stack.
namespace gough {

constexpr int kMostRegisters = 32;  // of AVX-512; sixteen without

struct MachinePlace {
  enum Where : std::uint8_t { nowhere, vector_register, input, output, constant, slot } where = nowhere;
  int index = 0;
  bool in_memory() const { return where > vector_register; }
};

// An instruction on registers `result`, `first` and `last`, which may be in memory. A fused one overwrites an operand: its result.
struct MachineInstruction {
  enum Kind : std::uint8_t { operation, load, store, copy, call } kind = operation;
  MachineNode node;    // what an operation does; of all: the width
  int fused_form = 0;  // 132: result last + first, 213: first result + last, 231: first last + result
  int result = -1, first = -1;
  MachinePlace last;  // of a store: where to; of a call: the slot of its argument and result
};

struct RegisterAllocation {
  std::vector<MachineInstruction> code;
  std::vector<int> slots;  // width of each
};

RegisterAllocation allocate_registers(const MachineGraph& graph, const std::vector<int>& order, int registers);

}  // namespace gough
