#include "gough/codegen/c_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace gough {

bool uses(const Program& program, Op op) {
  return std::any_of(program.code.begin(), program.code.end(), [&](const Instruction& i) { return i.op == op; });
}

bool reads_inputs(const Program& program) {
  const auto is_input = [&](std::int32_t operand) { return operand < program.first_constant(); };
  return std::any_of(program.results.begin(), program.results.end(), is_input) ||
         std::any_of(program.code.begin(), program.code.end(), [&](const Instruction& i) { return is_input(i.a) || is_input(i.b); });
}

std::vector<int> operand_uses(const Program& program) {
  std::vector<int> out(program.operands(), 0);
  for (const Instruction& i : program.code) {
    ++out[i.a];
    if (operand_count(i.op) == 2) ++out[i.b];
  }
  for (std::int32_t r : program.results) out[r] += 2;
  return out;
}

bool written_in_place(Op op, int uses) { return uses == 1 && (op == Op::multiply || op == Op::negate); }

std::string c_call(Op op, Precision precision) {
  const std::string suffix = precision == Precision::float32 ? "f" : "";
  switch (op) {
    case Op::square_root: return "sqrt" + suffix;
    case Op::sine: return "sin" + suffix;
    case Op::cosine: return "cos" + suffix;
    case Op::arc_tangent: return "atan" + suffix;
    case Op::copy_sign: return "with_sign";
    case Op::coulomb_sign: return "coulomb_sign";
    default: return "smaller";
  }
}

CBody::CBody(const Program& program, const CDialect& dialect)
    : program_(program), dialect_(dialect), uses_(operand_uses(program)), values_(program.operands()) {}

std::string CBody::text(const std::string& indent, const std::function<std::string(std::size_t)>& load,
                        const std::function<std::string(std::size_t, const std::string&)>& store) {
  std::string out;
  for (std::size_t i = 0; i < program_.inputs.size(); ++i) {
    values_[i] = {fmt::format("i{}", i), atom, 0};
    if (uses_[i] > 0) out += fmt::format("{}const {} i{} = {};\n", indent, type(), i, load(i));
  }
  for (std::size_t c = 0; c < program_.constants.size(); ++c) {
    const std::string literal = c_literal(program_.constants[c], dialect_.precision);
    values_[program_.first_constant() + c] = {literal, literal[0] == '-' ? unary : atom, 0};
  }
  for (std::size_t k = 0; k < program_.code.size(); ++k) out += statement(indent, static_cast<int>(k));
  for (std::size_t o = 0; o < program_.results.size(); ++o) out += indent + store(o, vector(program_.results[o])) + ";\n";
  return out;
}

// An operand that is a vector even where it is a constant.
std::string CBody::vector(std::int32_t operand) const {
  const bool constant = operand >= program_.first_constant() && operand < program_.first_result();
  return dialect_.lanes && constant ? "(zero + " + values_[operand].text + ")" : values_[operand].text;
}

std::string CBody::statement(const std::string& indent, int k) {
  const Instruction& i = program_.code[k];
  const int times = uses_[program_.first_result() + k];
  if (times == 0) return "";
  const std::string name = fmt::format("t{}", k);
  Expression& value = values_[program_.first_result() + k];
  if (dialect_.lanes && (i.op == Op::square_root || is_call(i.op))) {
    value = {name, atom, 0};
    return indent + lane_by_lane(name, i) + "\n";
  }
  value = expression(i);
  if (written_in_place(i.op, times) && value.depth < kDeepest) return "";
  const std::string out = fmt::format("{}const {} {} = {};\n", indent, type(), name, value.text);
  value = {name, atom, 0};
  return out;
}

// One call for each lane: compilers turn this into the instruction for all lanes.
std::string CBody::lane_by_lane(const std::string& name, const Instruction& i) const {
  return fmt::format("lanes {0} = {1}; for (int k = 0; k < LANES; ++k) {0}[k] = {2}({0}[k]);", name, vector(i.a),
                     c_call(i.op, dialect_.precision));
}

CBody::Expression CBody::expression(const Instruction& i) const {
  const Expression &a = values_[i.a], &b = values_[i.b];
  const int depth = 1 + std::max(a.depth, b.depth);
  const auto infix = [&](const char* sign, Binding binding, Binding right) {
    return Expression{a.at_least(binding) + sign + b.at_least(right), binding, depth};
  };
  const auto call = [&](const std::string& name) {
    return Expression{name + "(" + a.text + (operand_count(i.op) == 2 ? ", " + b.text : "") + ")", atom, depth};
  };
  switch (i.op) {
    case Op::add: return infix(" + ", sum, product);
    case Op::subtract: return infix(" - ", sum, product);
    case Op::multiply: return infix(" * ", product, atom);
    case Op::divide: return infix(" / ", product, atom);
    case Op::reciprocal: return {c_literal(1.0, dialect_.precision) + " / " + a.at_least(atom), product, depth};
    case Op::negate: return {"-" + a.at_least(atom), unary, depth};
    case Op::square_root:
    case Op::sine:
    case Op::cosine:
    case Op::arc_tangent: return call(c_call(i.op, dialect_.precision));
    case Op::copy_sign:
    case Op::coulomb_sign:
    case Op::minimum: return dialect_.lanes ? selection(i, depth) : call(c_call(i.op, dialect_.precision));
    case Op::input:
    case Op::constant: break;
  }
  throw std::logic_error("an input or a constant among a program's instructions");
}

// Comparisons of vectors are all ones or all zeros in each lane.
CBody::Expression CBody::selection(const Instruction& i, int depth) const {
  const std::string a = vector(i.a), b = vector(i.b);
  const auto format = [&](const char* text) { return Expression{fmt::format(fmt::runtime(text), a, b), atom, depth}; };
  if (i.op == Op::copy_sign) return format("((lanes)(((mask)({0}) & ~top) | ((mask)({1} < zero) & top)))");
  if (i.op == Op::coulomb_sign) return format("((lanes)((mask)({0} > rest) & (mask)one) - (lanes)((mask)({0} < -rest) & (mask)one))");
  return format("((lanes)(((mask)({0}) & (mask)({0} <= {1})) | ((mask)({1}) & ~(mask)({0} <= {1}))))");
}

}  // namespace gough
