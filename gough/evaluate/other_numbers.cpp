#include "gough/evaluate/other_numbers.hpp"

#include <stdexcept>

#include "gough/math/coulomb_sign.hpp"

namespace gough {
namespace {

using Complex = std::complex<double>;

// Choices of a complex number are those of its real part: the continuation of what a real state near it has.
Complex smaller(const Complex& a, const Complex& b) { return a.real() <= b.real() ? a : b; }
Complex copysign(const Complex& a, const Complex& b) { return std::signbit(a.real()) == std::signbit(b.real()) ? a : -a; }
Complex reciprocal(const Complex& a) { return 1.0 / a; }
Complex square(const Complex& a) { return a * a; }
DoubleDouble square(const DoubleDouble& a) { return a * a; }

Complex direction(const Complex& a) { return coulomb_sign(a.real()); }
DoubleDouble direction(const DoubleDouble& a) { return coulomb_sign(a.high); }
Interval direction(const Interval& a) { return {coulomb_sign(a.low), coulomb_sign(a.high)}; }

}  // namespace

template <class N>
N operate(Op op, const N& a, const N& b) {
  switch (op) {
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::reciprocal: return reciprocal(a);
    case Op::negate: return -a;
    case Op::square_root: return sqrt(a);
    case Op::sine: return sin(a);
    case Op::cosine: return cos(a);
    case Op::arc_tangent: return atan(a);
    case Op::copy_sign: return copysign(a, b);
    case Op::coulomb_sign: return direction(a);
    case Op::minimum: return smaller(a, b);
    case Op::input:
    case Op::constant: break;
  }
  throw std::logic_error("an input or a constant is no operation");
}

template <class N>
void evaluate(const Program& program, const N* in, N* out, N* work) {
  for (std::size_t i = 0; i < program.inputs.size(); ++i) work[i] = in[i];
  for (std::size_t i = 0; i < program.constants.size(); ++i) work[program.inputs.size() + i] = N(program.constants[i]);
  N* next = work + program.first_result();
  for (const Instruction& i : program.code)
    *next++ = i.op == Op::multiply && i.a == i.b ? square(work[i.a]) : operate(i.op, work[i.a], work[i.b]);
  for (std::size_t i = 0; i < program.results.size(); ++i) out[i] = work[program.results[i]];
}

template <class N>
std::vector<N> evaluate(const Program& program, const std::vector<N>& in) {
  if (in.size() != program.inputs.size()) throw std::invalid_argument("a program was given the wrong number of inputs");
  std::vector<N> out(program.outputs.size()), work(static_cast<std::size_t>(program.operands()));
  evaluate(program, in.data(), out.data(), work.data());
  return out;
}

template Interval operate(Op, const Interval&, const Interval&);
template Complex operate(Op, const Complex&, const Complex&);
template DoubleDouble operate(Op, const DoubleDouble&, const DoubleDouble&);
template void evaluate(const Program&, const Interval*, Interval*, Interval*);
template void evaluate(const Program&, const Complex*, Complex*, Complex*);
template void evaluate(const Program&, const DoubleDouble*, DoubleDouble*, DoubleDouble*);
template std::vector<Interval> evaluate(const Program&, const std::vector<Interval>&);
template std::vector<Complex> evaluate(const Program&, const std::vector<Complex>&);
template std::vector<DoubleDouble> evaluate(const Program&, const std::vector<DoubleDouble>&);

}  // namespace gough
