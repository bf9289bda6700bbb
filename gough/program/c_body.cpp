#include "gough/program/c_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace gough {

bool is_binary(Op op) {
  return op == Op::add || op == Op::subtract || op == Op::multiply || op == Op::divide || op == Op::copy_sign || op == Op::minimum;
}

bool uses(const Program& program, Op op) {
  return std::any_of(program.code.begin(), program.code.end(), [&](const Instruction& i) { return i.op == op; });
}

bool reads_inputs(const Program& program) {
  const auto is_input = [&](std::int32_t operand) { return operand < program.first_constant(); };
  return std::any_of(program.results.begin(), program.results.end(), is_input) ||
         std::any_of(program.code.begin(), program.code.end(), [&](const Instruction& i) { return is_input(i.a) || is_input(i.b); });
}

CBody::CBody(const Program& program, const CDialect& dialect)
    : program_(program), dialect_(dialect), uses_(program.operands(), 0), values_(program.operands()) {
  for (const Instruction& i : program.code) {
    ++uses_[i.a];
    if (is_binary(i.op)) ++uses_[i.b];
  }
  for (std::int32_t r : program.results) uses_[r] += 2;  // an output keeps its name
}

std::string CBody::text(const std::string& indent, const std::function<std::string(std::size_t)>& load,
                        const std::function<std::string(std::size_t, const std::string&)>& store) {
  std::string out;
  for (std::size_t i = 0; i < program_.inputs.size(); ++i) {
    values_[i] = {fmt::format("i{}", i), atom, 0};
    if (uses_[i] > 0) out += fmt::format("{}const {} i{} = {};\n", indent, dialect_.type, i, load(i));
  }
  for (std::size_t c = 0; c < program_.constants.size(); ++c) {
    const std::string literal = dialect_.literal(program_.constants[c]);
    values_[program_.first_constant() + c] = {literal, literal[0] == '-' ? unary : atom, 0};
  }
  for (std::size_t k = 0; k < program_.code.size(); ++k) out += statement(indent, static_cast<int>(k));
  for (std::size_t o = 0; o < program_.results.size(); ++o) out += indent + store(o, values_[program_.results[o]].text) + ";\n";
  return out;
}

std::string CBody::statement(const std::string& indent, int k) {
  const Instruction& i = program_.code[k];
  const int times = uses_[program_.first_result() + k];
  Expression& value = values_[program_.first_result() + k];
  value = expression(i);
  if (times == 0 || (times == 1 && (i.op == Op::multiply || i.op == Op::negate) && value.depth < kDeepest)) return "";
  const std::string out = fmt::format("{}const {} t{} = {};\n", indent, dialect_.type, k, value.text);
  value = {fmt::format("t{}", k), atom, 0};
  return out;
}

CBody::Expression CBody::expression(const Instruction& i) const {
  const Expression &a = values_[i.a], &b = values_[i.b];
  const int depth = 1 + std::max(a.depth, b.depth);
  const auto infix = [&](const char* sign, Binding binding, Binding right) {
    return Expression{a.at_least(binding) + sign + b.at_least(right), binding, depth};
  };
  const auto call = [&](const std::string& name) {
    return Expression{name + "(" + a.text + (is_binary(i.op) ? ", " + b.text : "") + ")", atom, depth};
  };
  switch (i.op) {
    case Op::add: return infix(" + ", sum, product);
    case Op::subtract: return infix(" - ", sum, product);
    case Op::multiply: return infix(" * ", product, atom);
    case Op::divide: return infix(" / ", product, atom);
    case Op::reciprocal: return {dialect_.literal(1.0) + " / " + a.at_least(atom), product, depth};
    case Op::negate: return {"-" + a.at_least(atom), unary, depth};
    case Op::square_root: return call("sqrt" + dialect_.math_suffix);
    case Op::sine: return call("sin" + dialect_.math_suffix);
    case Op::cosine: return call("cos" + dialect_.math_suffix);
    case Op::copy_sign: return call("with_sign" + dialect_.helper_suffix);
    case Op::sign: return call("sign_of" + dialect_.helper_suffix);
    case Op::minimum: return call("smaller" + dialect_.helper_suffix);
    case Op::input:
    case Op::constant: break;
  }
  throw std::logic_error("an input or a constant among a program's instructions");
}

}  // namespace gough
