#include "gough/evaluate/batch_planner.hpp"

#include <map>

#include "gough/evaluate/batch_order.hpp"
#include "gough/record/operation.hpp"

namespace gough {
namespace {

// Which instructions are written inside the step of the one that uses them.
class Fusion {
 public:
  explicit Fusion(const Program& program) : program_(program), inside_(program.code.size(), false), terms_(program.code.size(), 1) {
    uses_.resize(program.operands(), 0);
    for (const Instruction& i : program.code) {
      ++uses_[i.a];
      if (operand_count(i.op) == 2) ++uses_[i.b];
    }
    for (std::int32_t r : program.results) uses_[r] += 2;
    for (std::size_t i = 0; i < program.code.size(); ++i)
      if (is_sum(program.code[i].op)) fuse_sum(i);
    for (std::size_t i = 0; i < program.code.size(); ++i)
      if (program.code[i].op == Op::multiply && !inside_[i]) fuse_product(program.code[i]);
  }
  bool inside(std::int32_t operand) const { return index(operand) >= 0 && inside_[index(operand)]; }
  const Instruction* instruction(std::int32_t operand) const { return index(operand) < 0 ? nullptr : &program_.code[index(operand)]; }
  bool constant(std::int32_t operand) const { return operand >= program_.first_constant() && operand < program_.first_result(); }
  double value(std::int32_t constant) const { return program_.constants[constant - program_.first_constant()]; }

 private:
  const Program& program_;
  std::vector<bool> inside_;
  std::vector<int> terms_, uses_;

  int index(std::int32_t operand) const { return operand - program_.first_result(); }
  bool once(std::int32_t operand, Op op) const {
    const Instruction* i = instruction(operand);
    return i != nullptr && uses_[operand] == 1 && i->op == op;
  }
  bool sum_once(std::int32_t operand) const { return once(operand, Op::add) || once(operand, Op::subtract) || once(operand, Op::negate); }

  void fuse_sum(std::size_t i) {
    const Instruction& in = program_.code[i];
    const int a = sum_once(in.a) ? terms_[index(in.a)] : 1, b = in.op == Op::negate ? 0 : sum_once(in.b) ? terms_[index(in.b)] : 1;
    // as many terms as fit; of two that do not, the shorter one
    const bool both = a + b <= kBatchTerms, first = both || (a <= b && a + 1 <= kBatchTerms);
    const bool second = b > 0 && (both || (!first && b + 1 <= kBatchTerms));
    if (first && (sum_once(in.a) || once(in.a, Op::multiply))) take(in.a);
    if (second && (sum_once(in.b) || once(in.b, Op::multiply))) take(in.b);
    terms_[i] = (first ? a : 1) + (b == 0 ? 0 : second ? b : 1);
  }

  // a (b c), a (sum)
  void fuse_product(const Instruction& in) {
    if (constant(in.a) || constant(in.b)) return;
    for (std::int32_t o : {in.a, in.b})
      if (sum_once(o)) return take(o);
    for (std::int32_t o : {in.a, in.b})
      if (once(o, Op::multiply) && !has_inside(o)) return take(o);
  }
  bool has_inside(std::int32_t product) const { return inside(instruction(product)->a) || inside(instruction(product)->b); }
  void take(std::int32_t operand) { inside_[index(operand)] = true; }
};

// Makes the steps, whose operands are numbered as the program's, then their orders and slots.
class Planner {
 public:
  explicit Planner(const Program& program) : program_(program), fusion_(program), ready_(program.operands(), false) {}

  BatchPlan run() {
    for (std::size_t i = 0; i < program_.code.size(); ++i) {
      const std::int32_t operand = program_.first_result() + static_cast<std::int32_t>(i);
      if (!fusion_.inside(operand)) emit(operand, program_.code[i]);
    }
    for (std::size_t o = 0; o < program_.results.size(); ++o) {
      BatchStep step;
      step.kind = BatchKind::store;
      step.out = static_cast<std::int32_t>(o);
      push(step, {program_.results[o]});
    }
    const std::size_t numbers = program_.operands();
    plan_.many = in_slots(stored_early(steps_), numbers);
    plan_.one = in_slots(kind_by_kind(steps_, numbers), numbers);
    return std::move(plan_);
  }

 private:
  const Program& program_;
  Fusion fusion_;
  BatchPlan plan_;
  std::vector<bool> ready_;
  std::vector<UnplacedStep> steps_;
  std::map<double, std::int32_t> constants_;

  std::int32_t constant(double value) {
    const auto [it, fresh] = constants_.try_emplace(value, static_cast<std::int32_t>(plan_.constants.size()));
    if (fresh) plan_.constants.push_back(value);
    return it->second;
  }

  void push(BatchStep step, const std::vector<std::int32_t>& operands) {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      make_ready(operands[k]);
      step.operand[k] = operands[k];
    }
    steps_.push_back({step, static_cast<int>(operands.size())});
  }

  // Inputs and constants get a slot where they are first needed.
  void make_ready(std::int32_t operand) {
    if (operand >= program_.first_result() || ready_[operand]) return;
    ready_[operand] = true;
    BatchStep step;
    step.out = operand;
    if (fusion_.constant(operand)) {
      step.kind = batch_form(0, 0, true, false);
      step.constant[kBatchTerms] = constant(fusion_.value(operand));
    } else {
      step.kind = BatchKind::load;
      step.operand[0] = operand;
    }
    steps_.push_back({step, 0});
  }

  struct Form {
    bool has_constant = false;
    double constant = 0.0;
    std::vector<std::pair<double, std::int32_t>> linear;
    std::vector<std::pair<double, const Instruction*>> products;
  };

  void collect(std::int32_t operand, bool negative, bool root, Form& form) const {
    const Instruction* in = fusion_.instruction(operand);
    if (fusion_.constant(operand)) {
      form.has_constant = true;
      form.constant += negative ? -fusion_.value(operand) : fusion_.value(operand);
    } else if (in == nullptr || !(root || fusion_.inside(operand))) {
      form.linear.emplace_back(negative ? -1.0 : 1.0, operand);
    } else if (in->op == Op::multiply && fusion_.constant(in->a)) {
      form.linear.emplace_back(negative ? -fusion_.value(in->a) : fusion_.value(in->a), in->b);
    } else if (in->op == Op::multiply) {
      form.products.emplace_back(negative ? -1.0 : 1.0, in);
    } else {
      collect(in->a, in->op == Op::negate ? !negative : negative, false, form);
      if (in->op != Op::negate) collect(in->b, in->op == Op::subtract ? !negative : negative, false, form);
    }
  }

  // A form, times `factor` if that is not negative.
  void emit_form(std::int32_t out, std::int32_t root, std::int32_t factor) {
    Form form;
    collect(root, false, true, form);
    BatchStep step;
    step.out = out;
    step.kind = batch_form(static_cast<int>(form.linear.size()), static_cast<int>(form.products.size()), form.has_constant, factor >= 0);
    step.constant[kBatchTerms] = constant(form.constant);
    std::vector<std::int32_t> operands;
    int term = 0;
    for (const auto& [c, x] : form.linear) {
      step.constant[term++] = constant(c);
      operands.push_back(x);
    }
    for (const auto& [c, product] : form.products) {
      step.constant[term++] = constant(c);
      operands.insert(operands.end(), {product->a, product->b});
    }
    if (factor >= 0) operands.push_back(factor);
    push(step, operands);
  }

  void emit_product(std::int32_t out, const Instruction& in) {
    const bool first = fusion_.inside(in.a);
    const std::int32_t inner = first ? in.a : in.b, outer = first ? in.b : in.a;
    BatchStep step;
    step.out = out;
    step.kind = BatchKind::product;
    if (!fusion_.inside(inner)) return push(step, {in.a, in.b});
    if (is_sum(fusion_.instruction(inner)->op)) return emit_form(out, inner, outer);
    step.kind = BatchKind::product3;
    push(step, {outer, fusion_.instruction(inner)->a, fusion_.instruction(inner)->b});
  }

  static BatchKind plain(Op op) {
    switch (op) {
      case Op::divide: return BatchKind::divide;
      case Op::reciprocal: return BatchKind::reciprocal;
      case Op::square_root: return BatchKind::square_root;
      case Op::sine: return BatchKind::sine;
      case Op::cosine: return BatchKind::cosine;
      case Op::arc_tangent: return BatchKind::arc_tangent;
      case Op::copy_sign: return BatchKind::copy_sign;
      case Op::coulomb_sign: return BatchKind::coulomb_sign;
      default: return BatchKind::minimum;
    }
  }

  void emit(std::int32_t operand, const Instruction& in) {
    if (is_sum(in.op) || (in.op == Op::multiply && fusion_.constant(in.a))) return emit_form(operand, operand, -1);
    if (in.op == Op::multiply) return emit_product(operand, in);
    BatchStep step;
    step.kind = plain(in.op);
    step.out = operand;
    push(step, {in.a, operand_count(in.op) == 2 ? in.b : in.a});
  }
};

}  // namespace

BatchPlan plan_batch(const Program& program) { return Planner(program).run(); }

}  // namespace gough
