#pragma once

#include <map>

#include "gough/evaluate/encoder.hpp"
#include "gough/evaluate/registers.hpp"

namespace gough {

// Where constants and slots are: wide ones first, each on a boundary of its size, those that are used most before others. Registers that
// are to spare point at the parts that are used most: a displacement there takes one byte instead of four. Code of this
// length waits for its own bytes, so that this is worth a lot.
class MemoryLayout {
 public:
  MemoryLayout(const MachineGraph& graph, const RegisterAllocation& allocation, const std::vector<x86::GeneralRegister>& spare);

  std::vector<double> pool;
  int frame = 0;  // bytes of the slots, which begin at the stack pointer

  void point(x86::Encoder& code) const;  // sets the registers
  bool uses(x86::GeneralRegister r) const;
  x86::EncodedOperand constant(int index) const { return near(false, constants_[index]); }
  x86::EncodedOperand slot(int index) const { return near(true, slots_[index]); }
  x86::EncodedOperand slot_address(int index) const { return x86::at(x86::rsp, slots_[index]); }

 private:
  bool wide_;                           // eight states: a displacement of one byte counts what is read
  using Part = std::pair<bool, int>;    // of the slots or of the constants, and which part
  std::vector<int> constants_, slots_;  // bytes from the beginning
  std::map<Part, int> weights_;         // how often a part is used
  std::map<Part, x86::GeneralRegister> middles_;

  int part_bytes(bool slots) const { return !wide_ ? 256 : slots ? 256 * 64 : 256 * 8; }
  int place(bool slots, const std::vector<int>& widths, const std::vector<int>& times, std::vector<int>& places);
  x86::EncodedOperand near(bool slot, int place) const;
};

}  // namespace gough
