#include "gough/evaluate/encoder.hpp"

#include <bit>

namespace gough::x86 {
namespace {

// What a displacement of one byte counts with an EVEX prefix: as many bytes as are read or written.
int displacement_unit(const VectorOpcode& what, int width, const EncodedOperand& last) {
  const bool high_half = what.map == 1 && what.opcode == 0x16, broadcast = what.map == 2 && what.opcode == 0x19;
  const bool one = what.prefix == 3 || (what.map == 2 && width == 1) || high_half || broadcast;
  if (last.repeated || one) return 8;
  return what.map == 3 && what.opcode == 0x18 ? 16 : 8 * (width == 1 ? 2 : width);
}

}  // namespace

EncodedOperand in_register(int r) {
  EncodedOperand out;
  out.base = static_cast<std::int8_t>(r);
  return out;
}

EncodedOperand at(GeneralRegister base, std::int32_t displacement) {
  EncodedOperand out;
  out.memory = true, out.base = base, out.displacement = displacement;
  return out;
}

EncodedOperand at(GeneralRegister base, GeneralRegister index, int shift) {
  EncodedOperand out = at(base);
  out.index = index, out.shift = static_cast<std::uint8_t>(shift);
  return out;
}

EncodedOperand in_pool(std::int32_t displacement) {
  EncodedOperand out;
  out.memory = out.pool = true, out.base = rax, out.displacement = displacement;
  return out;
}

void Encoder::word(std::int32_t x) {
  for (int k = 0; k < 4; ++k) byte(x >> (8 * k) & 255);
}

// ModRM, SIB and displacement; `trailing` bytes follow. A displacement of one byte counts units.
void Encoder::operand(int reg, const EncodedOperand& last, int trailing, int unit) {
  const int middle = (reg & 7) << 3, base = last.base & 7;
  if (!last.memory) return byte(0xC0 | middle | base);
  if (last.pool) {
    byte(middle | 5);
    fixups_.push_back({bytes.size(), bytes.size() + 4 + static_cast<std::size_t>(trailing), last.displacement});
    return word(0);
  }
  const int units = last.displacement / unit;
  const bool small = units >= -128 && units < 128 && units * unit == last.displacement, indexed = last.index >= 0 || base == 4;
  const int mode = last.displacement == 0 && base != 5 ? 0 : small ? 1 : 2;
  byte(mode << 6 | middle | (indexed ? 4 : base));
  if (indexed) byte(last.shift << 6 | (last.index >= 0 ? last.index & 7 : 4) << 3 | base);
  if (mode == 1) byte(units & 255);
  if (mode == 2) word(last.displacement);
}

void Encoder::vector(const VectorOpcode& what, int width, int reg, int other, const EncodedOperand& last) {
  const bool high = reg > 15 || other > 15 || (!last.memory && last.base > 15);
  const bool evex = what.wide || width == 8 || high;
  if (evex) long_prefix(what, width, reg, other, last);
  else short_prefix(what, width, reg, other, last);
  byte(what.opcode);
  operand(reg, last, what.immediate >= 0, evex ? displacement_unit(what, width, last) : 1);
  if (what.immediate >= 0) byte(what.immediate);
}

// VEX
void Encoder::short_prefix(const VectorOpcode& what, int width, int reg, int other, const EncodedOperand& last) {
  const int tail = (~other & 15) << 3 | (width == 4) << 2 | what.prefix;
  if (what.map == 1 && !what.w && last.base < 8 && last.index < 8) {
    byte(0xC5);
    byte((reg < 8) << 7 | tail);
  } else {
    byte(0xC4);
    byte((reg < 8) << 7 | (last.index < 8) << 6 | (last.base < 8) << 5 | what.map);
    byte(what.w << 7 | tail);
  }
}

// EVEX: registers have five bits, all of them inverted; W is set for numbers of eight bytes.
void Encoder::long_prefix(const VectorOpcode& what, int width, int reg, int other, const EncodedOperand& last) {
  const auto clear = [](int x, int bit) { return (x < 0 || (x >> bit & 1) == 0) ? 1 : 0; };
  const int x = last.memory ? clear(last.index, 3) : clear(last.base, 4), length = width == 8 ? 2 : width == 4 ? 1 : 0;
  byte(0x62);
  byte(clear(reg, 3) << 7 | x << 6 | clear(last.base, 3) << 5 | clear(reg, 4) << 4 | what.map);
  byte(1 << 7 | (~other & 15) << 3 | 1 << 2 | what.prefix);
  byte(length << 5 | last.repeated << 4 | clear(other, 4) << 3);
}

void Encoder::zero_upper() {
  for (int x : {0xC5, 0xF8, 0x77}) byte(x);
}

void Encoder::general(int opcode, int reg, const EncodedOperand& last, int trailing) {
  byte(0x48 | (reg >= 8) << 2 | (last.index >= 8) << 1 | (last.base >= 8));
  byte(opcode);
  operand(reg, last, trailing);
}

void Encoder::push(GeneralRegister r) {
  if (r >= 8) byte(0x41);
  byte(0x50 | (r & 7));
}

void Encoder::pop(GeneralRegister r) {
  if (r >= 8) byte(0x41);
  byte(0x58 | (r & 7));
}

void Encoder::add(GeneralRegister to, std::int32_t x) {
  const bool small = x >= -128 && x < 128;
  general(small ? 0x83 : 0x81, 0, in_register(to), small ? 1 : 4);
  small ? byte(x & 255) : word(x);
}

void Encoder::times(GeneralRegister to, GeneralRegister x, std::int32_t factor) {
  general(0x69, to, in_register(x), 4);
  word(factor);
}

void Encoder::set(GeneralRegister to, std::uint64_t x) {
  byte(0x48 | (to >= 8));
  byte(0xB8 | (to & 7));
  word(static_cast<std::int32_t>(x & 0xFFFFFFFFu));
  word(static_cast<std::int32_t>(x >> 32));
}

void Encoder::align_stack() {
  general(0x83, 4, in_register(rsp), 1);
  byte(-64 & 255);
}

void Encoder::jump_if_not_zero(std::size_t to) {
  byte(0x0F), byte(0x85), word(0);
  rewrite(bytes.size() - 4, static_cast<std::int64_t>(to) - static_cast<std::int64_t>(bytes.size()));
}

void Encoder::call(GeneralRegister function) { byte(0xFF), byte(0xD0 | (function & 7)); }

std::size_t Encoder::call_later() {
  byte(0xE8), word(0);
  return bytes.size() - 4;
}

void Encoder::call_here(std::size_t distance) { rewrite(distance, static_cast<std::int64_t>(bytes.size() - distance - 4)); }

void Encoder::give_back() { byte(0xC3); }

void Encoder::rewrite(std::size_t place, std::int64_t x) {
  for (int k = 0; k < 4; ++k) bytes[place + k] = static_cast<std::uint8_t>(x >> (8 * k) & 255);
}

void Encoder::align(std::size_t boundary) {
  while (bytes.size() % boundary != 0) byte(0x90);
}

void Encoder::finish(const std::vector<double>& pool) {
  align(64);
  const std::size_t start = bytes.size();
  for (const Fixup& f : fixups_) rewrite(f.place, static_cast<std::int64_t>(start) + f.in_pool - static_cast<std::int64_t>(f.next));
  for (double x : pool) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    word(static_cast<std::int32_t>(bits & 0xFFFFFFFFu));
    word(static_cast<std::int32_t>(bits >> 32));
  }
}

}  // namespace gough::x86
