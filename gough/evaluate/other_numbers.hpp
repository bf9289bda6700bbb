#pragma once

#include <complex>
#include <vector>

#include "gough/math/double_double.hpp"
#include "gough/math/interval.hpp"
#include "gough/program/program.hpp"

// Programs in other numbers than double, docs/programs.md: intervals, which hold every answer that any numbers in the inputs' intervals can
// have; complex numbers, which continue a program's answers analytically from real inputs; numbers of 32 digits. The plain way, an
// operation at a time.
namespace gough {

// What the operations of a program are in numbers N. Operations that are not here are found with N itself.
template <class N>
N operate(Op op, const N& a, const N& b);

// One state, `work` having room for `operands()` numbers.
template <class N>
void evaluate(const Program& program, const N* in, N* out, N* work);
template <class N>
std::vector<N> evaluate(const Program& program, const std::vector<N>& in);

}  // namespace gough
