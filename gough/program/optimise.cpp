#include "gough/program/optimise.hpp"

#include <algorithm>
#include <map>

namespace gough {
namespace {

// How often each node is used by what the outputs need, and by whom where that is once.
struct Uses {
  std::vector<int> count;
  std::vector<std::int32_t> user;

  Uses(const std::vector<TapeNode>& nodes, const std::vector<std::int32_t>& outputs) : count(nodes.size(), 0), user(nodes.size(), -1) {
    for (std::int32_t o : outputs) count[o] += 2;  // an output must keep its own node
    for (std::int32_t i = static_cast<std::int32_t>(nodes.size()) - 1; i >= 0; --i) {
      if (count[i] == 0) continue;
      const int operands = operand_count(nodes[i].op);
      if (operands > 0) use(nodes[i].a, i);
      if (operands > 1) use(nodes[i].b, i);
    }
  }
  bool once(std::int32_t node) const { return count[node] == 1; }

 private:
  void use(std::int32_t node, std::int32_t by) {
    ++count[node];
    user[node] = by;
  }
};

// A sum as its signed products, each as its factors: nodes of the old tape.
struct Term {
  bool negative = false;
  std::vector<std::int32_t> factors;  // none: the number 1
};

// How a sum of several terms is written: in pairs no chain of additions is long, one by one more sums may have their beginnings in common.
enum class Sums { in_pairs, one_by_one };

// Writes a recording anew on the active tape with common factors taken out of sums.
class Rewriter {
 public:
  Rewriter(const std::vector<TapeNode>& nodes, const std::vector<std::int32_t>& outputs, Sums sums)
      : nodes_(nodes), uses_(nodes, outputs), sums_(sums) {}

  std::vector<Recorded> run(const std::vector<Recorded>& inputs) {
    image_.resize(nodes_.size());
    std::size_t next = 0;
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(nodes_.size()); ++i) {
      if (nodes_[i].op == Op::input) image_[i] = inputs[next++];
      else if (uses_.count[i] > 0 && !inside(i)) image_[i] = rewritten(i);
    }
    return image_;
  }

 private:
  const std::vector<TapeNode>& nodes_;
  Uses uses_;
  Sums sums_;
  std::vector<Recorded> image_;

  // Part of a larger sum or product, in which it is written.
  bool inside(std::int32_t i) const {
    if (!uses_.once(i)) return false;
    const Op user = nodes_[uses_.user[i]].op, own = nodes_[i].op;
    if (is_sum(own)) return is_sum(user);
    if (own != Op::multiply) return false;
    return is_sum(user) || (user == Op::multiply && inside(uses_.user[i]));
  }

  Recorded rewritten(std::int32_t i) {
    const TapeNode& n = nodes_[i];
    switch (n.op) {
      case Op::constant: return n.value;
      case Op::add:
      case Op::subtract:
      case Op::negate: {
        std::vector<Term> terms;
        collect(i, false, true, terms);
        return sum(std::move(terms));
      }
      case Op::multiply: return image_[n.a] * image_[n.b];
      case Op::divide: return image_[n.a] / image_[n.b];
      case Op::reciprocal: return Recorded(1.0) / image_[n.a];
      case Op::square_root: return sqrt(image_[n.a]);
      case Op::sine: return sin(image_[n.a]);
      case Op::cosine: return cos(image_[n.a]);
      case Op::arc_tangent: return atan(image_[n.a]);
      case Op::copy_sign: return copysign(image_[n.a], image_[n.b]);
      case Op::coulomb_sign: return coulomb_sign(image_[n.a]);
      case Op::minimum: return smaller(image_[n.a], image_[n.b]);
      case Op::input: break;
    }
    return image_[i];
  }

  void collect(std::int32_t i, bool negative, bool root, std::vector<Term>& out) const {
    const TapeNode& n = nodes_[i];
    if (is_sum(n.op) && (root || inside(i))) {
      if (n.op == Op::negate) return collect(n.a, !negative, false, out);
      collect(n.a, negative, false, out);
      return collect(n.b, n.op == Op::subtract ? !negative : negative, false, out);
    }
    Term term{negative, {}};
    factors(i, term.factors);
    out.push_back(term);
  }

  void factors(std::int32_t i, std::vector<std::int32_t>& out) const {
    if (nodes_[i].op == Op::multiply && inside(i)) {
      factors(nodes_[i].a, out);
      factors(nodes_[i].b, out);
    } else {
      out.push_back(i);
    }
  }

  Recorded product(const std::vector<std::int32_t>& factors) const {
    Recorded out = 1.0;
    for (std::int32_t f : factors) out = out * image_[f];
    return out;
  }

  // The factor that most terms share, or -1.
  std::int32_t shared_factor(const std::vector<Term>& terms) const {
    std::map<std::int32_t, int> count;
    for (const Term& t : terms) {
      std::vector<std::int32_t> own = t.factors;
      std::sort(own.begin(), own.end());
      own.erase(std::unique(own.begin(), own.end()), own.end());
      if (own.size() == 1 && t.factors.size() == 1) continue;  // alone: taking it out leaves a 1 and saves nothing
      for (std::int32_t f : own) ++count[f];
    }
    std::int32_t best = -1;
    int most = 1;
    for (const auto& [f, c] : count)
      if (c > most) {
        most = c;
        best = f;
      }
    return best;
  }

  Recorded sum(std::vector<Term> terms) const {
    const std::int32_t shared = shared_factor(terms);
    if (shared < 0) return plain_sum(terms);
    std::vector<Term> with, without;
    for (Term& t : terms) {
      const auto at = std::find(t.factors.begin(), t.factors.end(), shared);
      if (at == t.factors.end() || t.factors.size() == 1) {
        without.push_back(t);
        continue;
      }
      t.factors.erase(at);
      with.push_back(t);
    }
    const Recorded inner = image_[shared] * sum(with);
    return without.empty() ? inner : sum(without) + inner;
  }

  Recorded plain_sum(const std::vector<Term>& terms) const {
    std::vector<Recorded> parts;
    for (const Term& t : terms) parts.push_back(t.negative ? -product(t.factors) : product(t.factors));
    if (sums_ == Sums::one_by_one) {  // numbers before products
      Recorded out = 0.0;
      for (bool products : {false, true})
        for (std::size_t k = 0; k < terms.size(); ++k)
          if ((terms[k].factors.size() > 1) == products) out = out + parts[k];
      return out;
    }
    while (parts.size() > 1) {
      std::vector<Recorded> next;
      for (std::size_t k = 0; k + 1 < parts.size(); k += 2) next.push_back(parts[k] + parts[k + 1]);
      if (parts.size() % 2) next.push_back(parts.back());
      parts = std::move(next);
    }
    return parts.empty() ? Recorded(0.0) : parts[0];
  }
};

// Nodes in the order in which they are to be computed: depth first, the deeper operand first, so that few numbers wait.
class Order {
 public:
  Order(const std::vector<TapeNode>& nodes, const std::vector<std::int32_t>& outputs) : nodes_(nodes), seen_(nodes.size(), false) {
    weight_.resize(nodes.size(), 0);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const int operands = operand_count(nodes[i].op);
      const int a = operands > 0 ? weight_[nodes[i].a] : 0, b = operands > 1 ? weight_[nodes[i].b] : 0;
      weight_[i] = operands == 0 ? 0 : operands == 1 ? std::max(1, a) : (a == b ? a + 1 : std::max(a, b));
    }
    for (std::int32_t o : outputs) visit(o);
  }
  const std::vector<std::int32_t>& list() const { return list_; }

 private:
  const std::vector<TapeNode>& nodes_;
  std::vector<bool> seen_;
  std::vector<int> weight_;
  std::vector<std::int32_t> list_;

  // Without recursion: programs may be deep.
  void visit(std::int32_t root) {
    std::vector<std::pair<std::int32_t, int>> stack{{root, 0}};
    while (!stack.empty()) {
      auto& [i, stage] = stack.back();
      const TapeNode& n = nodes_[i];
      const int operands = operand_count(n.op);
      if (stage == 0 && seen_[i]) {
        stack.pop_back();
        continue;
      }
      if (stage < operands) {
        const bool b_first = operands == 2 && weight_[n.b] > weight_[n.a];
        const std::int32_t next = (stage == 0) != b_first ? n.a : n.b;
        ++stage;
        if (!seen_[next]) stack.push_back({next, 0});
        continue;
      }
      if (!seen_[i]) {
        seen_[i] = true;
        list_.push_back(i);
      }
      stack.pop_back();
    }
  }
};

void write_program(const std::vector<TapeNode>& nodes, const std::vector<std::int32_t>& inputs, const std::vector<std::int32_t>& outputs,
                   Program& program) {
  const Order order(nodes, outputs);
  const Uses uses(nodes, outputs);
  std::vector<std::int32_t> operand(nodes.size(), -1);
  for (std::size_t i = 0; i < inputs.size(); ++i) operand[inputs[i]] = static_cast<std::int32_t>(i);
  program.constants.clear();
  for (std::int32_t i : order.list())
    if (nodes[i].op == Op::constant) {
      operand[i] = static_cast<std::int32_t>(inputs.size() + program.constants.size());
      program.constants.push_back(nodes[i].value);
    }
  // a · (1 / b) is one division where nothing else is divided by b
  const auto divides = [&](std::int32_t i) { return nodes[i].op == Op::reciprocal && uses.once(i); };
  const auto into_division = [&](std::int32_t i) { return divides(i) && nodes[uses.user[i]].op == Op::multiply; };
  program.code.clear();
  for (std::int32_t i : order.list()) {
    const TapeNode& n = nodes[i];
    if (n.op == Op::constant || n.op == Op::input || into_division(i)) continue;
    Instruction in{n.op, operand[n.a], operand_count(n.op) == 2 ? operand[n.b] : operand[n.a]};
    if (n.op == Op::multiply && into_division(n.b)) in = {Op::divide, operand[n.a], operand[nodes[n.b].a]};
    else if (n.op == Op::multiply && into_division(n.a)) in = {Op::divide, operand[n.b], operand[nodes[n.a].a]};
    operand[i] = static_cast<std::int32_t>(inputs.size() + program.constants.size() + program.code.size());
    program.code.push_back(in);
  }
  program.results.clear();
  for (std::int32_t o : outputs) program.results.push_back(operand[o]);
}

}  // namespace

namespace {

// Rewrites until nothing more is gained; leaves the shortest program found.
void improve(std::vector<TapeNode> nodes, std::vector<std::int32_t> in, std::vector<std::int32_t> out, Sums sums, Program& program) {
  for (int round = 0; round < 6; ++round) {
    Tape tape;
    std::vector<Recorded> fresh;
    for (std::size_t i = 0; i < in.size(); ++i) fresh.push_back(tape.input());
    const std::vector<Recorded> image = Rewriter(nodes, out, sums).run(fresh);
    for (std::int32_t& o : out) o = tape.node(image[o]);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = fresh[i].node;
    nodes = tape.nodes();
    Program better = program;
    write_program(nodes, in, out, better);
    if (better.count().total() < program.count().total()) program = std::move(better);
  }
}

}  // namespace

void linearise(const std::vector<TapeNode>& nodes, const std::vector<std::int32_t>& inputs, const std::vector<std::int32_t>& outputs,
               Program& program) {
  write_program(nodes, inputs, outputs, program);
  improve(nodes, inputs, outputs, Sums::in_pairs, program);
  improve(nodes, inputs, outputs, Sums::one_by_one, program);
}

}  // namespace gough
