#pragma once

#include "gough/evaluate/encoder.hpp"
#include "gough/evaluate/registers.hpp"

namespace gough {

// Where constants and slots are, and how instructions address them. Both are cut into parts that a displacement of one byte spans.
// Registers that are to spare are bases, which point at the middle of a part, and indices, which hold an odd number of parts: [base +
// displacement] takes three bytes less than a displacement of four bytes, [base + index · 1, 2, 4 or 8 + displacement] two less. Code of
// this length waits for its own bytes, so that this is worth a lot.
class MemoryLayout {
 public:
  MemoryLayout(const MachineGraph& graph, const RegisterAllocation& allocation, const std::vector<x86::GeneralRegister>& spare);

  std::vector<double> pool;
  int frame = 0;  // bytes of the slots, which begin at the stack pointer

  void point(x86::Encoder& code) const;  // sets the registers
  bool uses(x86::GeneralRegister r) const;
  x86::EncodedOperand constant(int index) const { return constants_.operands[index]; }
  x86::EncodedOperand slot(int index) const { return slots_.operands[index]; }
  x86::EncodedOperand slot_address(int index) const { return x86::at(x86::rsp, slots_.places[index]); }

 private:
  // A window of the size of a part, and the registers that address it.
  struct View {
    int window;
    x86::GeneralRegister base = x86::no_register, index = x86::no_register;
    int shift = 0;
  };

  // Slots or constants. Each part has a window; those that are used most have the shortest addresses.
  struct Area {
    bool slots = false;
    int part_bytes = 256;
    int lowest = 0;             // window
    std::vector<View> bases;    // registers of its own
    std::vector<long> uses;     // of parts
    std::vector<int> heaviest;  // parts by their uses
    std::vector<int> places;    // of the numbers: bytes from the beginning
    int end = 0;                // of the windows with a part
    std::vector<x86::EncodedOperand> operands;

    int begin(int window) const { return window * part_bytes - lowest * part_bytes / 2; }
    void place(const std::vector<int>& widths, const std::vector<int>& times);
    long cost(int own, int indices) const;
    void point_at(const std::vector<x86::GeneralRegister>& own, bool indexed);
    void settle(const std::vector<View>& views);
    std::vector<View> views(const std::vector<x86::GeneralRegister>& indices) const;
  };
  Area constants_, slots_;
  std::vector<x86::GeneralRegister> indices_;

  void share(const std::vector<x86::GeneralRegister>& spare, int most_indices);
};

}  // namespace gough
