#include "gough/evaluate/encoder.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace gough::x86 {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes encoded(const std::function<void(Encoder&)>& write) {
  Encoder code;
  write(code);
  return code.bytes;
}

Bytes vector_bytes(const VectorOpcode& what, int width, int reg, int other, const EncodedOperand& last) {
  return encoded([&](Encoder& code) { code.vector(what, width, reg, other, last); });
}

// What GNU as makes of the text beside each.
TEST(Encoder, VectorInstructions) {
  const VectorOpcode add{1, 1, 0x58}, add_one{3, 1, 0x58}, fused{1, 2, 0xB8, true};
  EXPECT_EQ(vector_bytes(add, 4, 1, 2, in_register(3)), (Bytes{0xC5, 0xED, 0x58, 0xCB}));         // vaddpd ymm1, ymm2, ymm3
  EXPECT_EQ(vector_bytes(add, 4, 1, 2, in_register(11)), (Bytes{0xC4, 0xC1, 0x6D, 0x58, 0xCB}));  // vaddpd ymm1, ymm2, ymm11
  EXPECT_EQ(vector_bytes(add_one, 1, 9, 2, at(rdi, 8)), (Bytes{0xC5, 0x6B, 0x58, 0x4F, 0x08}));   // vaddsd xmm9, xmm2, [rdi+8]
  EXPECT_EQ(vector_bytes(fused, 4, 1, 2, at(rsp, 256)),                                           // vfmadd231pd ymm1, ymm2, [rsp+256]
            (Bytes{0xC4, 0xE2, 0xED, 0xB8, 0x8C, 0x24, 0x00, 0x01, 0x00, 0x00}));
  EXPECT_EQ(vector_bytes(add, 4, 0, 0, at(r13)), (Bytes{0xC4, 0xC1, 0x7D, 0x58, 0x45, 0x00}));         // vaddpd ymm0, ymm0, [r13]
  EXPECT_EQ(vector_bytes(add, 4, 0, 0, at(r12)), (Bytes{0xC4, 0xC1, 0x7D, 0x58, 0x04, 0x24}));         // vaddpd ymm0, ymm0, [r12]
  EXPECT_EQ(vector_bytes(add, 4, 0, 0, at(rdi, r8, 3)), (Bytes{0xC4, 0xA1, 0x7D, 0x58, 0x04, 0xC7}));  // vaddpd ymm0, ymm0, [rdi+r8*8]
}

// Displacements of one byte count what is read.
TEST(Encoder, WideVectorInstructions) {
  const VectorOpcode add{1, 1, 0x58}, fused_one{1, 2, 0xB9, true};
  EncodedOperand repeated = at(rsp, 16);
  repeated.repeated = true;
  // vaddpd zmm1, zmm2, zmm3
  EXPECT_EQ(vector_bytes(add, 8, 1, 2, in_register(3)), (Bytes{0x62, 0xF1, 0xED, 0x48, 0x58, 0xCB}));
  // vaddpd zmm17, zmm18, zmm27
  EXPECT_EQ(vector_bytes(add, 8, 17, 18, in_register(27)), (Bytes{0x62, 0x81, 0xED, 0x40, 0x58, 0xCB}));
  // vaddpd zmm1, zmm2, [rsp+128]
  EXPECT_EQ(vector_bytes(add, 8, 1, 2, at(rsp, 128)), (Bytes{0x62, 0xF1, 0xED, 0x48, 0x58, 0x4C, 0x24, 0x02}));
  // vaddpd zmm1, zmm2, qword ptr [rsp+16]{1to8}
  EXPECT_EQ(vector_bytes(add, 8, 1, 2, repeated), (Bytes{0x62, 0xF1, 0xED, 0x58, 0x58, 0x4C, 0x24, 0x02}));
  // vfmadd231sd xmm20, xmm2, [rdi+24]
  EXPECT_EQ(vector_bytes(fused_one, 1, 20, 2, at(rdi, 24)), (Bytes{0x62, 0xE2, 0xED, 0x08, 0xB9, 0x67, 0x03}));
}

TEST(Encoder, GeneralInstructions) {
  EXPECT_EQ(encoded([](Encoder& c) { c.add(rsp, -128); }), (Bytes{0x48, 0x83, 0xC4, 0x80}));  // add rsp, -128
  EXPECT_EQ(encoded([](Encoder& c) { c.add(rsp, -129); }), (Bytes{0x48, 0x81, 0xC4, 0x7F, 0xFF, 0xFF, 0xFF}));
  EXPECT_EQ(encoded([](Encoder& c) { c.align_stack(); }), (Bytes{0x48, 0x83, 0xE4, 0xC0}));               // and rsp, -64
  EXPECT_EQ(encoded([](Encoder& c) { c.move(r12, in_register(rdx)); }), (Bytes{0x4C, 0x8B, 0xE2}));       // mov r12, rdx
  EXPECT_EQ(encoded([](Encoder& c) { c.address(r9, at(r8, r8, 1)); }), (Bytes{0x4F, 0x8D, 0x0C, 0x40}));  // lea r9, [r8+r8*2]
  EXPECT_EQ(encoded([](Encoder& c) { c.times(r13, r8, 40); }), (Bytes{0x4D, 0x69, 0xE8, 40, 0, 0, 0}));   // imul r13, r8, 40
  EXPECT_EQ(encoded([](Encoder& c) { c.push(r15), c.pop(rbx); }), (Bytes{0x41, 0x57, 0x5B}));
}

TEST(Encoder, DistancesToThePoolCountFromTheNextInstruction) {
  Encoder code;
  code.vector({3, 1, 0xC2, false, 1}, 1, 0, 0, in_pool(8));  // with a byte behind the distance
  const std::size_t end = code.bytes.size();
  code.finish({1.0, 2.0});
  EXPECT_EQ(code.bytes.size(), 64u + 16u);
  EXPECT_EQ(code.bytes[end - 5], 64 + 8 - end);
  EXPECT_EQ(code.bytes[64 + 6], 0xF0);  // of 1.0 = 0x3FF0…
}

}  // namespace
}  // namespace gough::x86
