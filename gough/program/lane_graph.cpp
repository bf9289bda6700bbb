#include "gough/program/lane_graph.hpp"

#include <algorithm>
#include <bit>

namespace gough {
namespace {

// The order counts: what was mixed before is turned, so that it does not change places with x.
std::uint64_t mixed(std::uint64_t h, std::uint64_t x) {
  h = (std::rotl(h, 23) ^ x) * 0x9E3779B97F4A7C15ull;
  return h ^ (h >> 29);
}

}  // namespace

LaneGraph::LaneGraph(const Program& program) {
  std::vector<LaneTerm> images(program.operands());
  for (std::size_t i = 0; i < program.inputs.size(); ++i) images[i].node = add({Op::input, {}});
  for (std::size_t c = 0; c < program.constants.size(); ++c)
    images[program.first_constant() + c].node = add({Op::constant, {}, program.constants[c]});
  for (std::size_t k = 0; k < program.code.size(); ++k) images[program.first_result() + k] = written(images, program.code[k]);
  for (std::int32_t r : program.results) outputs.push_back(images[r]);
  count_uses();
  flatten();
  signs_into_constants();
  shapes();
}

int LaneGraph::add(LaneNode node) {
  nodes.push_back(std::move(node));
  return static_cast<int>(nodes.size()) - 1;
}

// A node that has the term's sign in it.
int LaneGraph::with_sign(const LaneTerm& term) { return term.negative ? add({Op::add, {term}}) : term.node; }

LaneTerm LaneGraph::written(const std::vector<LaneTerm>& images, const Instruction& i) {
  const LaneTerm a = images[i.a], b = images[i.b];
  switch (i.op) {
    case Op::negate: return {a.node, !a.negative};
    case Op::add: return {add({Op::add, {a, b}}), false};
    case Op::subtract: return {add({Op::add, {a, {b.node, !b.negative}}}), false};
    case Op::multiply:
    case Op::divide: return {add({i.op, {{a.node}, {b.node}}}), a.negative != b.negative};
    case Op::reciprocal: return {add({i.op, {{a.node}}}), a.negative};
    default: break;
  }
  LaneNode out{i.op, {{with_sign(a)}}};
  if (operand_count(i.op) == 2) out.terms.push_back({with_sign(b)});
  return {add(std::move(out)), false};
}

void LaneGraph::count_uses() {
  for (const LaneTerm& o : outputs) nodes[o.node].uses += 2;  // an output keeps its own node
  for (std::size_t n = nodes.size(); n-- > 0;)
    if (nodes[n].uses > 0)
      for (const LaneTerm& t : nodes[n].terms) ++nodes[t.node].uses;
}

// Sums within sums and products within products, where nothing else uses them.
void LaneGraph::flatten() {
  for (LaneNode& n : nodes) {
    if (n.uses == 0 || (n.op != Op::add && n.op != Op::multiply)) continue;
    std::vector<LaneTerm> flat;
    for (const LaneTerm& t : n.terms) {
      LaneNode& inner = nodes[t.node];
      if (inner.op != n.op || inner.uses != 1) {
        flat.push_back(t);
        continue;
      }
      inner.uses = 0;
      for (const LaneTerm& i : inner.terms) flat.push_back({i.node, i.negative != t.negative});
    }
    n.terms = std::move(flat);
  }
}

// −(c x) is (−c) x.
void LaneGraph::signs_into_constants() {
  for (std::size_t n = 0, size = nodes.size(); n < size; ++n) {
    if (nodes[n].uses == 0 || nodes[n].op != Op::add) continue;
    for (std::size_t k = 0; k < nodes[n].terms.size(); ++k) {
      const LaneTerm t = nodes[n].terms[k];
      if (!t.negative || nodes[t.node].op != Op::multiply || nodes[t.node].uses != 1) continue;
      for (std::size_t f = 0; f < nodes[t.node].terms.size(); ++f) {
        const int factor = nodes[t.node].terms[f].node;
        if (nodes[factor].op != Op::constant) continue;
        nodes[t.node].terms[f].node = add({Op::constant, {}, -nodes[factor].value, 0, 0, 1});
        --nodes[factor].uses;
        nodes[n].terms[k].negative = false;
        break;
      }
    }
  }
}

void LaneGraph::shapes() {
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    LaneNode& node = nodes[n];
    if (node.op == Op::constant) node.shape = 1;
    else if (node.op == Op::input) node.shape = mixed(2, n);
  }
  for (LaneNode& node : nodes) {
    if (node.leaf() || node.uses == 0) continue;
    if (node.op == Op::add || node.op == Op::multiply)
      std::stable_sort(node.terms.begin(), node.terms.end(),
                       [&](const LaneTerm& a, const LaneTerm& b) { return nodes[a.node].shape < nodes[b.node].shape; });
    node.shape = mixed(3, static_cast<std::uint64_t>(node.op));
    for (const LaneTerm& t : node.terms) {
      node.shape = mixed(node.shape, nodes[t.node].shape);
      node.height = std::max(node.height, nodes[t.node].height + 1);
    }
  }
}

}  // namespace gough
