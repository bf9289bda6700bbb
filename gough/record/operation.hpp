#pragma once

#include <cstdint>

// The operations of tapes and programs.
namespace gough {

enum class Op : std::uint8_t {
  input,
  constant,
  add,
  subtract,
  multiply,
  divide,  // only in finished programs; a tape holds a · (1 / b), so that divisions by the same number share one reciprocal
  reciprocal,
  negate,
  square_root,
  sine,
  cosine,
  arc_tangent,
  copy_sign,     // |a| with the sign of b
  coulomb_sign,  // −1, 0 or 1: 0 at rest (gough/math/coulomb_sign.hpp)
  minimum,
};

// Number of operands: none for inputs and constants, two where the second is read too.
constexpr int operand_count(Op op) {
  if (op == Op::input || op == Op::constant) return 0;
  return op == Op::add || op == Op::subtract || op == Op::multiply || op == Op::divide || op == Op::copy_sign || op == Op::minimum ? 2 : 1;
}

// Whether an operation is a call of a function of one number, where processors have no instruction for it.
constexpr bool is_call(Op op) { return op == Op::sine || op == Op::cosine || op == Op::arc_tangent; }

// Whether an operation may be a term of a longer sum.
constexpr bool is_sum(Op op) { return op == Op::add || op == Op::subtract || op == Op::negate; }

}  // namespace gough
