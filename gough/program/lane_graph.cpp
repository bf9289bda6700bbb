#include "gough/program/lane_graph.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "gough/program/sort_few.hpp"

namespace gough {
namespace {

// The order counts: what was mixed before is turned, so that it does not change places with x.
std::uint64_t mixed(std::uint64_t h, std::uint64_t x) {
  h = (std::rotl(h, 23) ^ x) * 0x9E3779B97F4A7C15ull;
  return h ^ (h >> 29);
}

constexpr std::size_t kMostTerms = 4;  // of what is written for an instruction: two operands, and two changes of sign

}  // namespace

LaneGraph::LaneGraph(const Program& program) {
  std::vector<LaneTerm> images(program.operands());
  nodes.reserve(images.size() + images.size() / 4);
  written_.reserve(kMostTerms * program.code.size());
  for (std::size_t i = 0; i < program.inputs.size(); ++i) images[i].node = add({Op::input, {}});
  for (std::size_t c = 0; c < program.constants.size(); ++c)
    images[program.first_constant() + c].node = add({Op::constant, {}, program.constants[c]});
  for (std::size_t k = 0; k < program.code.size(); ++k) images[program.first_result() + k] = written(images, program.code[k]);
  for (std::int32_t r : program.results) outputs.push_back(images[r]);
  count_uses();
  flatten();
  signs_into_constants();
  shapes();
  sort_kinds();
}

int LaneGraph::add(const LaneNode& node) {
  nodes.push_back(node);
  return static_cast<int>(nodes.size()) - 1;
}

int LaneGraph::add(Op op, std::initializer_list<LaneTerm> terms) {
  const auto place = written_.insert(written_.end(), terms);
  return add({op, {place, terms.size()}});
}

// A node that has the term's sign in it.
int LaneGraph::with_sign(const LaneTerm& term) { return term.negative ? add(Op::add, {term}) : term.node; }

LaneTerm LaneGraph::written(const std::vector<LaneTerm>& images, const Instruction& i) {
  const LaneTerm a = images[i.a], b = images[i.b];
  switch (i.op) {
    case Op::negate: return {a.node, !a.negative};
    case Op::add: return {add(Op::add, {a, b}), false};
    case Op::subtract: return {add(Op::add, {a, {b.node, !b.negative}}), false};
    case Op::multiply:
    case Op::divide: return {add(i.op, {{a.node}, {b.node}}), a.negative != b.negative};
    case Op::reciprocal: return {add(i.op, {{a.node}}), a.negative};
    default: break;
  }
  const LaneTerm first{with_sign(a)};
  if (operand_count(i.op) == 1) return {add(i.op, {first}), false};
  const LaneTerm second{with_sign(b)};
  return {add(i.op, {first, second}), false};
}

void LaneGraph::count_uses() {
  for (const LaneTerm& o : outputs) nodes[o.node].uses += 2;  // an output keeps its own node
  for (std::size_t n = nodes.size(); n-- > 0;)
    if (nodes[n].uses > 0)
      for (const LaneTerm& t : nodes[n].terms) ++nodes[t.node].uses;
}

// Sums within sums and products within products, where nothing else uses them. From the outermost inwards, so that each term is written
// once.
void LaneGraph::flatten() {
  flat_.reserve(written_.size());
  for (auto n = nodes.rbegin(); n != nodes.rend(); ++n)
    if (n->uses > 0 && (n->op == Op::add || n->op == Op::multiply)) {
      const Op op = n->op;
      if (std::any_of(n->terms.begin(), n->terms.end(), [&](const LaneTerm& t) { return inside(t, op); })) n->terms = flattened(*n);
    }
}

std::span<LaneTerm> LaneGraph::flattened(const LaneNode& node) {
  struct Rest {
    std::span<LaneTerm> terms;
    bool negative;
  };
  std::vector<Rest> open{{node.terms, false}};
  const std::size_t begin = flat_.size();
  while (!open.empty()) {
    Rest& rest = open.back();
    if (rest.terms.empty()) {
      open.pop_back();
      continue;
    }
    const LaneTerm t{rest.terms.front().node, rest.terms.front().negative != rest.negative};
    rest.terms = rest.terms.subspan(1);
    if (inside(t, node.op)) {
      nodes[t.node].uses = 0;
      open.push_back({nodes[t.node].terms, t.negative});
    } else {
      flat_.push_back(t);
    }
  }
  return {flat_.data() + begin, flat_.size() - begin};
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
      sort_few(node.terms, [&](const LaneTerm& a, const LaneTerm& b) { return nodes[a.node].shape < nodes[b.node].shape; });
    node.shape = mixed(3, static_cast<std::uint64_t>(node.op));
    for (const LaneTerm& t : node.terms) {
      node.shape = mixed(node.shape, nodes[t.node].shape);
      node.height = std::max(node.height, nodes[t.node].height + 1);
    }
  }
}

// Kinds by a table of shapes, whose digits are as good as random; then in the order of the shapes.
void LaneGraph::sort_kinds() {
  std::size_t size = 64;
  while (size < 2 * nodes.size()) size *= 2;
  std::vector<int> table(size, -1);
  std::vector<std::pair<std::uint64_t, int>> found;  // shapes, and how many nodes have them
  for (LaneNode& n : nodes) {
    if (n.uses == 0 || n.leaf()) continue;
    std::size_t place = n.shape & (size - 1);
    while (table[place] >= 0 && found[table[place]].first != n.shape) place = (place + 1) & (size - 1);
    if (table[place] < 0) {
      table[place] = static_cast<int>(found.size());
      found.emplace_back(n.shape, 0);
    }
    n.kind = table[place];
    ++found[n.kind].second;
  }
  std::vector<int> order(found.size()), rank(found.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return found[a].first < found[b].first; });
  int end = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    rank[order[k]] = static_cast<int>(k);
    kind_ends_.push_back(end);  // first where it begins
    end += found[order[k]].second;
  }
  alike_.resize(end);
  for (std::size_t n = 0; n < nodes.size(); ++n)
    if (nodes[n].kind >= 0) {
      nodes[n].kind = rank[nodes[n].kind];
      alike_[kind_ends_[nodes[n].kind]++] = static_cast<int>(n);
    }
}

}  // namespace gough
