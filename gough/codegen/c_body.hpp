#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gough/codegen/emit.hpp"

namespace gough {

// How numbers and functions are spelled. `lanes`: numbers are vectors of GCC and clang, with `zero`, `one` and `top` (all sign bits) of
// type `mask` at hand.
struct CDialect {
  Precision precision = Precision::float64;
  bool lanes = false;
};

// The statements of a function. Products and changes of sign that are used once are written where they are used: that is shorter, and
// compilers make fused multiply-adds of them. Brackets keep the order of evaluation. Loads are expressions, stores are statements.
class CBody {
 public:
  CBody(const Program& program, const CDialect& dialect);
  std::string text(const std::string& indent, const std::function<std::string(std::size_t)>& load,
                   const std::function<std::string(std::size_t, const std::string&)>& store);

 private:
  // What binds how tightly in C.
  enum Binding { sum = 1, product, unary, atom };
  struct Expression {
    std::string text;
    Binding binding = atom;
    int depth = 0;
    std::string at_least(Binding wanted) const { return binding >= wanted ? text : "(" + text + ")"; }
  };
  static constexpr int kDeepest = 3;  // of expressions

  const Program& program_;
  CDialect dialect_;
  std::vector<int> uses_;
  std::vector<Expression> values_;

  std::string type() const { return dialect_.lanes ? "lanes" : c_type(dialect_.precision); }
  std::string vector(std::int32_t operand) const;
  std::string statement(const std::string& indent, int k);
  std::string lane_by_lane(const std::string& name, const Instruction& i) const;
  Expression expression(const Instruction& i) const;
  Expression selection(const Instruction& i, int depth) const;
};

// How often each operand is read; an output counts twice, for it keeps its name. Products and changes of sign that are read once are
// written where they are read.
std::vector<int> operand_uses(const Program& program);
bool written_in_place(Op op, int uses);

// Name of the function of an operation that is a call.
std::string c_call(Op op, Precision precision);

// Whether a program has an operation, or reads any input.
bool uses(const Program& program, Op op);
bool reads_inputs(const Program& program);

}  // namespace gough
