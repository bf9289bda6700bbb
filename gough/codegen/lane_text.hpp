#pragma once

#include <map>
#include <string>

#include "gough/codegen/emit.hpp"
#include "gough/codegen/lane_order.hpp"
#include "gough/program/lanes.hpp"

namespace gough {

// The statements of a function for one state with the operations of legs that are alike done at once, where that pays. Where nothing
// is packed they are mostly a tenth faster than CBody's, for their order.
std::string lanes_body(const Program& program, Precision precision);

// The types that they use: `lanes4` and `lanes2`, vector types of GCC and clang.
std::string lanes_types(Precision precision);

// Writes the statements of a plan: t12 is number 12 by itself, v7_0 and v7_1 are the halves of bundle 7.
class LaneText {
 public:
  LaneText(const Program& program, const LanePlan& plan, Precision precision);
  std::string text();

 private:
  // An operand as it is written, and the height of what it needs.
  struct Operand {
    std::string text;
    int height = 0;
  };
  struct Addend {
    Operand value;
    std::string sign;  // "+", "-" or a vector of signs
  };

  const Program& program_;
  const LanePlan& plan_;
  Precision precision_;
  std::vector<LaneStatement> statements_;
  std::vector<int> of_node_;                      // statement that gives a number by itself
  std::map<std::pair<int, int>, int> of_bundle_;  // … that gives half a bundle

  std::string literal(double x) const { return c_literal(x, precision_); }
  std::string vector_type(int half) const;

  int write(LaneStatement statement);
  int number(int node);
  int bundle(int b, int half);
  int extracted(int node);
  Operand operand(int node, LaneStatement& user);
  Operand operand(const LaneColumn& column, int half, LaneStatement& user);
  std::string signs(const LaneColumn& column, int half) const;
  std::string sum(std::vector<Addend> addends, LaneStatement& user) const;
  std::string value(Op op, const std::vector<Operand>& operands, LaneStatement& user) const;
};

}  // namespace gough
