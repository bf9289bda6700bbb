#pragma once

#include <optional>
#include <string>

#include "gough/program/emit.hpp"
#include "gough/program/lanes.hpp"

namespace gough {

// The statements of a function for one state with the operations of legs that are alike done at once. Nothing for programs too large.
std::optional<std::string> lanes_body(const Program& program, Precision precision);

// The types that they use.
std::string lanes_types(Precision precision);

// The statements of a function by a plan, in C with the vector types `lanes4` and `lanes2` of GCC and clang.
class LaneText {
 public:
  LaneText(const LanePlan& plan, Precision precision);
  std::string text();

 private:
  const LanePlan& plan_;
  Precision precision_;
  std::string out_;
  std::vector<char> scalar_done_, bundle_done_;

  std::string vector_type(int half) const;
  std::string literal(double x) const { return c_literal(x, precision_); }
  std::string math(const char* name) const { return name + std::string(precision_ == Precision::float32 ? "f" : ""); }
  std::string number(int node) const;
  std::string scalar_sum(const LaneNode& node);
  std::string scalar(const LaneNode& node);
  void need(int node);
  void need(const LaneColumn& column, int half);
  void need_bundle(int b);
  std::string vector_of(const LaneColumn& column, int half);
  std::string list(const LaneColumn& column, int half);
  std::string signs(const LaneColumn& column, int half) const;
  std::string vector_sum(const LaneBundle& bundle, int half);
  std::string vector_value(const LaneBundle& bundle, int half);
  int height(const LaneColumn& column) const;
};

}  // namespace gough
