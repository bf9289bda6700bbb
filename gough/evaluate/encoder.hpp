#pragma once

#include <cstdint>
#include <vector>

// Bytes of x86-64 instructions, as the processors' manuals have them.
namespace gough::x86 {

enum GeneralRegister : std::int8_t { rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15, no_register = -1 };

// The operand that is a register (vector or general) or in memory: [base + index · 2^shift + displacement], or the constants' pool.
struct EncodedOperand {
  bool memory = false, pool = false;
  bool repeated = false;           // one number for all lanes (AVX-512)
  std::int8_t base = no_register;  // or the register itself
  std::int8_t index = no_register;
  std::uint8_t shift = 0;
  std::int32_t displacement = 0;
};
EncodedOperand in_register(int r);
EncodedOperand at(GeneralRegister base, std::int32_t displacement = 0);
EncodedOperand at(GeneralRegister base, GeneralRegister index, int shift);
EncodedOperand in_pool(std::int32_t displacement);

// Prefix, opcode map, opcode, W and a trailing byte of an instruction on vectors. Those of AVX-512 only are `wide`.
struct VectorOpcode {
  std::uint8_t prefix = 1, map = 1, opcode = 0;
  bool w = false;
  int immediate = -1;
  bool wide = false;
};

class Encoder {
 public:
  std::vector<std::uint8_t> bytes;

  // Of `width` numbers. Eight of them, and registers from 16 on, are for AVX-512.
  void vector(const VectorOpcode& what, int width, int reg, int other, const EncodedOperand& last);
  void zero_upper();

  void push(GeneralRegister r);
  void pop(GeneralRegister r);
  void move(GeneralRegister to, const EncodedOperand& from) { general(0x8B, to, from); }
  void store(const EncodedOperand& to, GeneralRegister from) { general(0x89, from, to); }
  void address(GeneralRegister to, const EncodedOperand& of) { general(0x8D, to, of); }
  void add(GeneralRegister to, GeneralRegister x) { general(0x03, to, in_register(x)); }
  void add(GeneralRegister to, std::int32_t x);
  void times(GeneralRegister to, GeneralRegister x, std::int32_t factor);
  void set(GeneralRegister to, std::uint64_t x);
  void align_stack();  // to 64 bytes, downwards
  void decrement(const EncodedOperand& x) { general(0xFF, 1, x); }

  void jump_if_not_zero(std::size_t to);
  void call(GeneralRegister function);
  std::size_t call_later();              // where the distance is to be written
  void call_here(std::size_t distance);  // this is what is called
  void give_back();                      // return

  void align(std::size_t boundary);
  void finish(const std::vector<double>& pool);  // puts the pool behind the code

 private:
  struct Fixup {
    std::size_t place;  // of the distance, four bytes
    std::size_t next;   // what it is counted from
    std::int32_t in_pool;
  };
  std::vector<Fixup> fixups_;

  void byte(int x) { bytes.push_back(static_cast<std::uint8_t>(x)); }
  void word(std::int32_t x);
  void rewrite(std::size_t place, std::int64_t x);
  void general(int opcode, int reg, const EncodedOperand& last, int trailing = 0);
  void operand(int reg, const EncodedOperand& last, int trailing, int unit = 1);
  void short_prefix(const VectorOpcode& what, int width, int reg, int other, const EncodedOperand& last);
  void long_prefix(const VectorOpcode& what, int width, int reg, int other, const EncodedOperand& last);
};

}  // namespace gough::x86
