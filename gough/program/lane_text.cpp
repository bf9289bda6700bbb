#include "gough/program/lane_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace gough {

std::optional<std::string> lanes_body(const Program& program, Precision precision) {
  constexpr std::size_t kLarge = 20000;  // operations
  if (program.code.size() > kLarge) return std::nullopt;
  return LaneText(LanePlan(program), precision).text();
}

std::string lanes_types(Precision precision) {
  const int size = precision == Precision::float32 ? 4 : 8;
  return fmt::format(
      "#if defined(__GNUC__)\ntypedef {0} lanes4 __attribute__((vector_size({1})));\n"
      "typedef {0} lanes2 __attribute__((vector_size({2})));\n#endif\n\n",
      c_type(precision), 4 * size, 2 * size);
}

LaneText::LaneText(const LanePlan& plan, Precision precision)
    : plan_(plan), precision_(precision), scalar_done_(plan.graph.nodes.size(), false), bundle_done_(plan.bundles.size(), false) {}

std::string LaneText::text() {
  for (const LaneTerm& o : plan_.graph.outputs) need(o.node);
  for (std::size_t o = 0; o < plan_.graph.outputs.size(); ++o) {
    const LaneTerm& t = plan_.graph.outputs[o];
    out_ += fmt::format("    out[{}] = {}{};\n", o, t.negative ? "-" : "", number(t.node));
  }
  return out_;
}

std::string LaneText::vector_type(int half) const { return fmt::format("lanes{}", plan_.width(half)); }

// The name of a number by itself, which is there.
std::string LaneText::number(int node) const {
  const LaneNode& n = plan_.graph.nodes[node];
  if (n.op == Op::input) return fmt::format("in[{}]", node);
  if (n.op == Op::constant) return n.value < 0 ? "(" + literal(n.value) + ")" : literal(n.value);
  return fmt::format("t{}", node);
}

// Sees to it that a number is there by itself.
void LaneText::need(int node) {
  const LaneNode& n = plan_.graph.nodes[node];
  if (n.leaf() || scalar_done_[node]) return;
  scalar_done_[node] = true;
  if (plan_.packed(node)) {
    const int b = plan_.bundle_of[node], lane = plan_.lane_of[node];
    need_bundle(b);
    out_ += fmt::format("    const {} t{} = v{}_{}[{}];\n", c_type(precision_), node, b, lane / kRegister, lane % kRegister);
    return;
  }
  std::vector<int> operands;
  for (const LaneTerm& t : n.terms) operands.push_back(t.node);
  std::stable_sort(operands.begin(), operands.end(),
                   [&](int a, int b) { return plan_.graph.nodes[a].height > plan_.graph.nodes[b].height; });
  for (int o : operands) need(o);
  out_ += fmt::format("    const {} t{} = {};\n", c_type(precision_), node, scalar(n));
}

std::string LaneText::scalar_sum(const LaneNode& node) {
  std::vector<LaneTerm> terms = node.terms;
  std::stable_sort(terms.begin(), terms.end(), [&](const LaneTerm& a, const LaneTerm& b) {
    return plan_.graph.nodes[a.node].height < plan_.graph.nodes[b.node].height;
  });
  std::string out;
  for (const LaneTerm& t : terms) {
    if (out.empty()) out = (t.negative ? "-" : "") + number(t.node);
    else out += (t.negative ? " - " : " + ") + number(t.node);
  }
  return out;
}

std::string LaneText::scalar(const LaneNode& node) {
  const auto operand = [&](std::size_t k) { return number(node.terms[k].node); };
  switch (node.op) {
    case Op::add: return scalar_sum(node);
    case Op::multiply: {
      std::string out = operand(0);
      for (std::size_t k = 1; k < node.terms.size(); ++k) out += " * " + operand(k);
      return out;
    }
    case Op::divide: return operand(0) + " / " + operand(1);
    case Op::reciprocal: return literal(1.0) + " / " + operand(0);
    case Op::square_root: return fmt::format("{}({})", math("sqrt"), operand(0));
    case Op::sine: return fmt::format("{}({})", math("sin"), operand(0));
    case Op::cosine: return fmt::format("{}({})", math("cos"), operand(0));
    case Op::copy_sign: return fmt::format("with_sign({}, {})", operand(0), operand(1));
    case Op::sign: return fmt::format("sign_of({})", operand(0));
    case Op::minimum: return fmt::format("smaller({}, {})", operand(0), operand(1));
    default: throw std::logic_error("no operation");
  }
}

int LaneText::height(const LaneColumn& column) const {
  int out = 0;
  for (int n : column.node)
    if (n >= 0) out = std::max(out, plan_.graph.nodes[n].height);
  return out;
}

void LaneText::need_bundle(int b) {
  if (bundle_done_[b]) return;
  bundle_done_[b] = true;
  std::vector<LaneColumn> columns = plan_.bundles[b].columns;
  std::stable_sort(columns.begin(), columns.end(), [&](const LaneColumn& x, const LaneColumn& y) { return height(x) > height(y); });
  for (const LaneColumn& c : columns)
    for (int half = 0; half < 2; ++half) need(c, half);
  for (int half = 0; half < 2; ++half)
    if (plan_.bundles[b].used(half))
      out_ += fmt::format("    const {} v{}_{} = {};\n", vector_type(half), b, half, vector_value(plan_.bundles[b], half));
}

void LaneText::need(const LaneColumn& column, int half) {
  int b = -1;
  const LaneSource from = plan_.source(column, half, &b);
  if (from == LaneSource::bundle) return need_bundle(b);
  if (from != LaneSource::broadcast && from != LaneSource::gather) return;
  for (int lane = half * kRegister; lane < (half + 1) * kRegister; ++lane)
    if (column.node[lane] >= 0) need(column.node[lane]);
}

// Lanes that nobody reads get the first number.
std::string LaneText::list(const LaneColumn& column, int half) {
  std::string first, out;
  for (int lane = half * kRegister; lane < (half + 1) * kRegister && first.empty(); ++lane)
    if (column.node[lane] >= 0) first = number(column.node[lane]);
  for (int k = 0; k < plan_.width(half); ++k) {
    const int n = column.node[half * kRegister + k];
    out += (k > 0 ? ", " : "") + (n >= 0 ? number(n) : first);
  }
  return fmt::format("(({}){{{}}})", vector_type(half), out);
}

std::string LaneText::vector_of(const LaneColumn& column, int half) {
  int b = -1;
  switch (plan_.source(column, half, &b)) {
    case LaneSource::bundle: return fmt::format("v{}_{}", b, half);
    case LaneSource::constants:
    case LaneSource::broadcast:
    case LaneSource::gather: return list(column, half);
    case LaneSource::nothing: break;
  }
  throw std::logic_error("no operand");
}

// How the signs of a column agree: "+", "-", or the signs as a vector.
std::string LaneText::signs(const LaneColumn& column, int half) const {
  bool plus = false, minus = false;
  std::string list;
  for (int k = 0; k < plan_.width(half); ++k) {
    const int lane = half * kRegister + k;
    if (column.node[lane] >= 0) (column.negative[lane] ? minus : plus) = true;
    list += (k > 0 ? ", " : "") + literal(column.node[lane] >= 0 && column.negative[lane] ? -1.0 : 1.0);
  }
  if (plus && minus) return fmt::format("(({}){{{}}})", vector_type(half), list);
  return minus ? "-" : "+";
}

std::string LaneText::vector_sum(const LaneBundle& bundle, int half) {
  std::vector<LaneColumn> columns = bundle.columns;
  std::stable_sort(columns.begin(), columns.end(), [&](const LaneColumn& a, const LaneColumn& b) { return height(a) < height(b); });
  std::string out;
  for (const LaneColumn& c : columns) {
    const std::string sign = signs(c, half), value = vector_of(c, half);
    if (sign.size() > 1) out += (out.empty() ? "" : " + ") + sign + " * " + value;
    else if (out.empty()) out = (sign == "-" ? "-" : "") + value;
    else out += " " + sign + " " + value;
  }
  return out;
}

std::string LaneText::vector_value(const LaneBundle& bundle, int half) {
  const auto operand = [&](std::size_t k) { return vector_of(bundle.columns[k], half); };
  const auto each = [&](const std::string& function) {
    std::string out;
    for (int k = 0; k < plan_.width(half); ++k) {
      out += (k > 0 ? ", " : "") + fmt::format("{}({}[{}]", function, operand(0), k);
      out += bundle.columns.size() > 1 ? fmt::format(", {}[{}])", operand(1), k) : ")";
    }
    return fmt::format("({}){{{}}}", vector_type(half), out);
  };
  switch (bundle.op) {
    case Op::add: return vector_sum(bundle, half);
    case Op::multiply: {
      std::string out = operand(0);
      for (std::size_t k = 1; k < bundle.columns.size(); ++k) out += " * " + operand(k);
      return out;
    }
    case Op::divide: return operand(0) + " / " + operand(1);
    case Op::reciprocal: return literal(1.0) + " / " + operand(0);
    case Op::square_root: return each(math("sqrt"));
    case Op::sine: return each(math("sin"));
    case Op::cosine: return each(math("cos"));
    case Op::copy_sign: return each("with_sign");
    case Op::sign: return each("sign_of");
    case Op::minimum: return each("smaller");
    default: throw std::logic_error("no operation");
  }
}

}  // namespace gough
