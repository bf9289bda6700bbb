#include "gough/program/derivatives.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <stdexcept>

namespace gough {
namespace {

using R = Recorded;

// ∂result/∂a and ∂result/∂b of an instruction.
struct Slopes {
  R a = 0.0, b = 0.0;
};

// ±1, the slope of |a| with the sign of b. Square roots are positive.
R slope_of_copy_sign(const Program& program, const Instruction& i, const R& a, const R& b) {
  const int inner = i.a - program.first_result();
  const bool positive = inner >= 0 && program.code[inner].op == Op::square_root;
  const R sign_b = copysign(R(1.0), b);
  return positive ? sign_b : copysign(R(1.0), a) * sign_b;
}

Slopes slopes(const Program& program, const Instruction& i, const std::vector<R>& value, const R& result) {
  const R &a = value[i.a], &b = value[i.b];
  switch (i.op) {
    case Op::add: return {1.0, 1.0};
    case Op::subtract: return {1.0, -1.0};
    case Op::multiply: return {b, a};
    case Op::divide: return {R(1.0) / b, -result / b};
    case Op::reciprocal: return {-result * result, 0.0};
    case Op::negate: return {-1.0, 0.0};
    case Op::square_root: return {R(0.5) / result, 0.0};
    case Op::sine: return {cos(a), 0.0};
    case Op::cosine: return {-sin(a), 0.0};
    case Op::arc_tangent: return {R(1.0) / (R(1.0) + a * a), 0.0};
    case Op::copy_sign: return {slope_of_copy_sign(program, i, a, b), 0.0};
    case Op::coulomb_sign:
    case Op::input:
    case Op::constant: return {};
    case Op::minimum: break;
  }
  throw std::logic_error("a minimum has no derivative: " + program.name);
}

// A program being differentiated: its operands on the tape of a new recorder, and their slopes.
class Differentiator {
 public:
  Differentiator(const Program& program, const std::string& name) : program_(program), recorder_(name) {
    std::vector<R> inputs;
    for (const Port& p : program.inputs) inputs.push_back(recorder_.input(p));
    value_ = replay(program, inputs);
    for (std::size_t k = 0; k < program.code.size(); ++k)
      slopes_.push_back(slopes(program, program.code[k], value_, value_[program.first_result() + k]));
  }

  R seed(const Seed& s) const { return s.operand < 0 ? R(s.factor) : R(s.factor) * value_[s.operand]; }
  R output(std::size_t o) const { return value_[program_.results[o]]; }
  Recorder& recorder() { return recorder_; }

  // Derivatives of the outputs along one tangent.
  std::vector<R> forward(const Tangent& tangent) const {
    std::vector<R> d(program_.operands(), R(0.0)), out;
    for (const Seed& s : tangent.seeds) d[s.input] += seed(s);
    for (std::size_t k = 0; k < program_.code.size(); ++k) {
      const Instruction& i = program_.code[k];
      d[program_.first_result() + k] = slopes_[k].a * d[i.a] + slopes_[k].b * d[i.b];
    }
    for (std::int32_t r : program_.results) out.push_back(d[r]);
    return out;
  }

  // Derivatives of Σ weight · output with respect to the inputs.
  std::vector<R> reverse(const std::vector<R>& weight) const {
    std::vector<R> bar(program_.operands(), R(0.0));
    for (std::size_t o = 0; o < weight.size(); ++o) bar[program_.results[o]] += weight[o];
    for (std::size_t k = program_.code.size(); k-- > 0;) {
      const Instruction& i = program_.code[k];
      const R own = bar[program_.first_result() + k];
      bar[i.a] += own * slopes_[k].a;
      bar[i.b] += own * slopes_[k].b;
    }
    bar.resize(program_.inputs.size());
    return bar;
  }

 private:
  const Program& program_;
  Recorder recorder_;
  std::vector<R> value_;
  std::vector<Slopes> slopes_;
};

std::string quotient(const std::string& a, const std::string& b) { return fmt::format("{}/({})", a, b); }

Program jacobian_by(const Program& program, const std::vector<Tangent>& tangents, Mode mode) {
  Differentiator d(program, program.name + "_derivatives");
  const std::size_t rows = program.outputs.size();
  std::vector<std::vector<R>> columns;
  if (mode == Mode::forward)
    for (const Tangent& t : tangents) columns.push_back(d.forward(t));
  else columns.assign(tangents.size(), std::vector<R>(rows, R(0.0)));
  for (std::size_t o = 0; o < rows && mode == Mode::reverse; ++o) {
    std::vector<R> weight(rows, R(0.0));
    weight[o] = 1.0;
    const std::vector<R> gradient = d.reverse(weight);
    for (std::size_t t = 0; t < tangents.size(); ++t)
      for (const Seed& s : tangents[t].seeds) columns[t][o] += gradient[s.input] * d.seed(s);
  }
  for (std::size_t o = 0; o < rows; ++o)
    for (std::size_t t = 0; t < tangents.size(); ++t)
      d.recorder().output(program.outputs[o].name + "/" + tangents[t].name, quotient(program.outputs[o].unit, tangents[t].unit),
                          columns[t][o]);
  return d.recorder().finish();
}

// Σ weight · output, of which `value` is the value, and its gradient.
Program gradient_by(Differentiator& d, const Program& program, const R& value, const std::vector<R>& weight, const std::string& unit) {
  d.recorder().output("value", unit, value);
  const std::vector<R> gradient = d.reverse(weight);
  for (std::size_t i = 0; i < program.inputs.size(); ++i)
    d.recorder().output("value/" + program.inputs[i].name, quotient(unit, program.inputs[i].unit), gradient[i]);
  return d.recorder().finish();
}

}  // namespace

std::vector<Recorded> replay(const Program& program, const std::vector<Recorded>& inputs) {
  std::vector<R> value = inputs;
  value.insert(value.end(), program.constants.begin(), program.constants.end());
  value.reserve(program.operands());
  for (const Instruction& i : program.code) {
    const R a = value[i.a], b = value[i.b];
    switch (i.op) {
      case Op::add: value.push_back(a + b); break;
      case Op::subtract: value.push_back(a - b); break;
      case Op::multiply: value.push_back(a * b); break;
      case Op::divide: value.push_back(a / b); break;
      case Op::reciprocal: value.push_back(R(1.0) / a); break;
      case Op::negate: value.push_back(-a); break;
      case Op::square_root: value.push_back(sqrt(a)); break;
      case Op::sine: value.push_back(sin(a)); break;
      case Op::cosine: value.push_back(cos(a)); break;
      case Op::arc_tangent: value.push_back(atan(a)); break;
      case Op::copy_sign: value.push_back(copysign(a, b)); break;
      case Op::coulomb_sign: value.push_back(coulomb_sign(a)); break;
      case Op::minimum: value.push_back(smaller(a, b)); break;
      case Op::input:
      case Op::constant: throw std::logic_error("not an instruction");
    }
  }
  return value;
}

std::vector<Tangent> tangents(const Program& program) {
  std::vector<Tangent> out;
  for (std::size_t i = 0; i < program.inputs.size(); ++i) {
    const Port& port = program.inputs[i];
    const int own = static_cast<int>(i);
    if (port.kind == PortKind::rotation && port.component == 0) {
      for (int k = 0; k < 3; ++k) {  // columns c of R: e_k × c
        Tangent t{std::array{"rx", "ry", "rz"}[k], "rad", {}};
        const int next = (k + 1) % 3, last = (k + 2) % 3;
        for (int c = 0; c < 3; ++c) {
          t.seeds.push_back({own + 3 * next + c, -1.0, own + 3 * last + c});
          t.seeds.push_back({own + 3 * last + c, 1.0, own + 3 * next + c});
        }
        out.push_back(t);
      }
    } else if (port.kind == PortKind::cosine) {
      out.push_back({port.name.substr(0, port.name.rfind('.')), "rad", {{own, -1.0, own + 1}, {own + 1, 1.0, own}}});
    } else if (port.kind != PortKind::sine && port.kind != PortKind::rotation) {
      out.push_back({port.name, port.unit, {{own}}});
    }
  }
  return out;
}

Program jacobian(const Program& program, const std::vector<Tangent>& tangents, Mode mode) {
  if (mode != Mode::automatic) return jacobian_by(program, tangents, mode);
  Program forward = jacobian_by(program, tangents, Mode::forward), reverse = jacobian_by(program, tangents, Mode::reverse);
  return forward.count().total() <= reverse.count().total() ? forward : reverse;
}

Program gradient(const Program& program, int output) {
  Differentiator d(program, program.name + "_gradient");
  std::vector<R> weight(program.outputs.size(), R(0.0));
  weight[output] = 1.0;
  return gradient_by(d, program, d.output(output), weight, program.outputs[output].unit);
}

Program gradient_of_squares(const Program& program) {
  Differentiator d(program, program.name + "_squares_gradient");
  R value = 0.0;
  std::vector<R> weight;
  for (std::size_t o = 0; o < program.outputs.size(); ++o) {
    value += d.output(o) * d.output(o);
    weight.push_back(R(2.0) * d.output(o));
  }
  return gradient_by(d, program, value, weight, "1");
}

Program gradient_of_weighted(const Program& program) {
  Differentiator d(program, program.name + "_weighted_gradient");
  R value = 0.0;
  std::vector<R> weight;
  for (std::size_t o = 0; o < program.outputs.size(); ++o) {
    weight.push_back(d.recorder().input("weight." + program.outputs[o].name, quotient("1", program.outputs[o].unit)));
    value += weight.back() * d.output(o);
  }
  return gradient_by(d, program, value, weight, "1");
}

}  // namespace gough
