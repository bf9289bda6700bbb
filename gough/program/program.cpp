#include "gough/program/program.hpp"

#include <cmath>
#include <stdexcept>

#include "gough/program/optimise.hpp"

namespace gough {

OperationCount Program::count() const {
  OperationCount n;
  for (const Instruction& i : code) switch (i.op) {
      case Op::add:
      case Op::subtract: ++n.add; break;
      case Op::multiply: ++n.mul; break;
      case Op::divide:
      case Op::reciprocal: ++n.div; break;
      case Op::square_root: ++n.sqrt; break;
      case Op::sine:
      case Op::cosine:
      case Op::arc_tangent: ++n.trig; break;
      case Op::negate: break;
      default: ++n.other;
    }
  return n;
}

namespace {

double apply(Op op, double a, double b) {
  switch (op) {
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::reciprocal: return 1.0 / a;
    case Op::negate: return -a;
    case Op::square_root: return std::sqrt(a);
    case Op::sine: return std::sin(a);
    case Op::cosine: return std::cos(a);
    case Op::arc_tangent: return std::atan(a);
    case Op::copy_sign: return std::copysign(a, b);
    case Op::coulomb_sign: return coulomb_sign(a);
    case Op::minimum: return a <= b ? a : b;
    case Op::input:
    case Op::constant: break;
  }
  return std::nan("");
}

}  // namespace

void Program::evaluate(const double* in, double* out, double* work) const {
  for (std::size_t i = 0; i < inputs.size(); ++i) work[i] = in[i];
  for (std::size_t i = 0; i < constants.size(); ++i) work[inputs.size() + i] = constants[i];
  double* next = work + first_result();
  for (const Instruction& i : code) *next++ = apply(i.op, work[i.a], work[i.b]);
  for (std::size_t i = 0; i < results.size(); ++i) out[i] = work[results[i]];
}

std::vector<double> Program::evaluate(const std::vector<double>& in) const {
  if (in.size() != inputs.size()) throw std::invalid_argument("a program was given the wrong number of inputs");
  std::vector<double> out(outputs.size()), work(operands());
  evaluate(in.data(), out.data(), work.data());
  return out;
}

Recorded Recorder::input(const Port& port) {
  const Recorded x = tape_.input();
  inputs_.push_back(x.node);
  program_.inputs.push_back(port);
  return x;
}

void Recorder::output(const Port& port, const Recorded& x) {
  outputs_.push_back(tape_.node(x));
  program_.outputs.push_back(port);
}

Recorded Recorder::sum_of_outputs() const {
  Recorded sum = 0.0;
  for (const std::int32_t node : outputs_) {
    Recorded x;
    x.node = node;
    sum += x;
  }
  return sum;
}

Program Recorder::finish() {
  linearise(tape_.nodes(), inputs_, outputs_, program_);
  return program_;
}

}  // namespace gough
