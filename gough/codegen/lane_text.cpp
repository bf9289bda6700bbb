#include "gough/codegen/lane_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "gough/codegen/c_body.hpp"

namespace gough {
namespace {

constexpr int kLatency = 4, kSlow = 16;  // cycles of a sum or product, of a root or quotient

bool infix(Op op) { return op == Op::add || op == Op::multiply || op == Op::divide || op == Op::reciprocal; }

// Numbers in lanes; those that nobody reads get the first one.
std::string in_lanes(const std::string& type, const std::vector<std::string>& numbers) {
  const std::string first = *std::find_if(numbers.begin(), numbers.end(), [](const std::string& x) { return !x.empty(); });
  std::string out;
  for (const std::string& x : numbers) out += (out.empty() ? "" : ", ") + (x.empty() ? first : x);
  return fmt::format("(({}){{{}}})", type, out);
}

}  // namespace

std::string lanes_body(const Program& program, Precision precision) { return LaneText(program, LanePlan(program), precision).text(); }

std::string lanes_types(Precision precision) {
  const int size = precision == Precision::float32 ? 4 : 8;
  return fmt::format(
      "#if defined(__GNUC__)\ntypedef {0} lanes4 __attribute__((vector_size({1})));\n"
      "typedef {0} lanes2 __attribute__((vector_size({2})));\n#endif\n\n",
      c_type(precision), 4 * size, 2 * size);
}

LaneText::LaneText(const Program& program, const LanePlan& plan, Precision precision)
    : program_(program), plan_(plan), precision_(precision), of_node_(plan.graph.nodes.size(), -1) {}

std::string LaneText::text() {
  for (std::size_t o = 0; o < plan_.graph.outputs.size(); ++o) {
    const LaneTerm& t = plan_.graph.outputs[o];
    LaneStatement store;
    const std::string value = operand(t.node, store).text;
    store.text = c_store(program_, o, c_type(precision_), (t.negative ? "-" : "") + value, fmt::format("out[{}]", o));
    write(std::move(store));
  }
  std::string out;
  for (int s : latency_order(statements_)) out += "    " + statements_[s].text + ";\n";
  return out;
}

std::string LaneText::vector_type(int half) const { return fmt::format("lanes{}", plan_.width(half)); }

int LaneText::write(LaneStatement statement) {
  std::sort(statement.needs.begin(), statement.needs.end());
  statement.needs.erase(std::unique(statement.needs.begin(), statement.needs.end()), statement.needs.end());
  statements_.push_back(std::move(statement));
  return static_cast<int>(statements_.size()) - 1;
}

// A number by itself, with the statement that makes it among the user's needs.
LaneText::Operand LaneText::operand(int node, LaneStatement& user) {
  const LaneNode& n = plan_.graph.nodes[node];
  if (n.op == Op::input) return {fmt::format("in[{}]", node)};
  if (n.op == Op::constant) return {n.value < 0 ? "(" + literal(n.value) + ")" : literal(n.value)};
  user.needs.push_back(number(node));
  return {fmt::format("t{}", node), n.height};
}

int LaneText::number(int node) {
  if (of_node_[node] >= 0) return of_node_[node];
  if (plan_.packed(node)) return of_node_[node] = extracted(node);
  const LaneNode& n = plan_.graph.nodes[node];
  LaneStatement out;
  std::vector<Operand> operands;
  std::vector<Addend> addends;
  for (const LaneTerm& t : n.terms) {
    operands.push_back(operand(t.node, out));
    addends.push_back({operands.back(), t.negative ? "-" : "+"});
  }
  const std::string text = n.op == Op::add ? sum(addends, out) : value(n.op, operands, out);
  out.text = fmt::format("const {} t{} = {}", c_type(precision_), node, text);
  return of_node_[node] = write(std::move(out));
}

int LaneText::extracted(int node) {
  const int b = plan_.bundle_of[node], lane = plan_.lane_of[node];
  LaneStatement out;
  out.needs = {bundle(b, lane / kRegister)};
  out.text = fmt::format("const {} t{} = v{}_{}[{}]", c_type(precision_), node, b, lane / kRegister, lane % kRegister);
  return write(std::move(out));
}

int LaneText::bundle(int b, int half) {
  if (const auto found = of_bundle_.find({b, half}); found != of_bundle_.end()) return found->second;
  const LaneBundle& bundle = plan_.bundles[b];
  LaneStatement out;
  std::vector<Operand> operands;
  std::vector<Addend> addends;
  for (const LaneColumn& c : bundle.columns) {
    operands.push_back(operand(c, half, out));
    addends.push_back({operands.back(), signs(c, half)});
  }
  std::string text;
  if (bundle.op == Op::add) text = sum(addends, out);
  else if (infix(bundle.op)) text = value(bundle.op, operands, out);
  else {
    std::vector<std::string> numbers;
    for (int k = 0; k < plan_.width(half); ++k) {
      std::vector<Operand> lane = operands;
      for (Operand& o : lane) o.text += fmt::format("[{}]", k);
      numbers.push_back(value(bundle.op, lane, out));
    }
    text = in_lanes(vector_type(half), numbers);
  }
  out.text = fmt::format("const {} v{}_{} = {}", vector_type(half), b, half, text);
  return of_bundle_[{b, half}] = write(std::move(out));
}

LaneText::Operand LaneText::operand(const LaneColumn& column, int half, LaneStatement& user) {
  int height = 0, b = -1;
  for (int lane = half * kRegister; lane < (half + 1) * kRegister; ++lane)
    if (column.node[lane] >= 0) height = std::max(height, plan_.graph.nodes[column.node[lane]].height);
  if (plan_.source(column, half, &b) == LaneSource::bundle) {
    user.needs.push_back(bundle(b, half));
    return {fmt::format("v{}_{}", b, half), height};
  }
  std::vector<std::string> numbers(plan_.width(half));
  for (int k = 0; k < plan_.width(half); ++k)
    if (const int n = column.node[half * kRegister + k]; n >= 0) numbers[k] = operand(n, user).text;
  return {in_lanes(vector_type(half), numbers), height};
}

std::string LaneText::signs(const LaneColumn& column, int half) const {
  bool plus = false, minus = false;
  std::vector<std::string> numbers;
  for (int k = 0; k < plan_.width(half); ++k) {
    const int lane = half * kRegister + k;
    if (column.node[lane] >= 0) (column.negative[lane] ? minus : plus) = true;
    numbers.push_back(literal(column.node[lane] >= 0 && column.negative[lane] ? -1.0 : 1.0));
  }
  if (plus && minus) return in_lanes(vector_type(half), numbers);
  return minus ? "-" : "+";
}

// What is there last is added last.
std::string LaneText::sum(std::vector<Addend> addends, LaneStatement& user) const {
  std::stable_sort(addends.begin(), addends.end(), [](const Addend& a, const Addend& b) { return a.value.height < b.value.height; });
  std::string out;
  for (const Addend& a : addends) {
    if (a.sign.size() > 1) out += (out.empty() ? "" : " + ") + a.sign + " * " + a.value.text;
    else if (out.empty()) out = (a.sign == "-" ? "-" : "") + a.value.text;
    else out += " " + a.sign + " " + a.value.text;
  }
  user.operations = std::max(1, static_cast<int>(addends.size()) - 1);
  user.latency = kLatency * user.operations;
  return out;
}

std::string LaneText::value(Op op, const std::vector<Operand>& x, LaneStatement& user) const {
  user.latency = infix(op) && op != Op::divide && op != Op::reciprocal ? kLatency : kSlow;
  switch (op) {
    case Op::multiply: {
      std::vector<Operand> factors = x;
      std::stable_sort(factors.begin(), factors.end(), [](const Operand& a, const Operand& b) { return a.height < b.height; });
      std::string out = factors[0].text;
      for (std::size_t k = 1; k < factors.size(); ++k) out += " * " + factors[k].text;
      user.operations = static_cast<int>(factors.size()) - 1;
      user.latency = kLatency * user.operations;
      return out;
    }
    case Op::divide: return x[0].text + " / " + x[1].text;
    case Op::reciprocal: return literal(1.0) + " / " + x[0].text;
    case Op::square_root:
    case Op::sine:
    case Op::cosine:
    case Op::arc_tangent:
    case Op::coulomb_sign: return fmt::format("{}({})", c_call(op, precision_), x[0].text);
    case Op::copy_sign:
    case Op::minimum: return fmt::format("{}({}, {})", c_call(op, precision_), x[0].text, x[1].text);
    default: throw std::logic_error("no operation");
  }
}

}  // namespace gough
