#include "gough/program/lanes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "apps/gough/emitted_code.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/codegen/emit.hpp"
#include "gough/codegen/lane_order.hpp"
#include "gough/program/models.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

EmitOptions with_lanes() {
  EmitOptions out;
  out.lanes = true;
  return out;
}

int packed_numbers(const LanePlan& plan) {
  int out = 0;
  for (std::size_t n = 0; n < plan.graph.nodes.size(); ++n) out += plan.packed(static_cast<int>(n));
  return out;
}

// What must hold of any plan: lanes do the same, from operands that are there before.
void expect_sound(const LanePlan& plan) {
  for (const LaneBundle& b : plan.bundles)
    for (int lane = 0; lane < kLanes; ++lane) {
      if (b.node[lane] < 0) continue;
      const LaneNode& n = plan.graph.nodes[b.node[lane]];
      EXPECT_EQ(n.op, b.op);
      EXPECT_EQ(n.height, b.height);
      ASSERT_EQ(n.terms.size(), b.columns.size());
      for (std::size_t k = 0; k < n.terms.size(); ++k) {
        EXPECT_EQ(b.columns[k].node[lane], n.terms[k].node);
        EXPECT_EQ(b.columns[k].negative[lane], n.terms[k].negative);
        EXPECT_LT(plan.graph.nodes[n.terms[k].node].height, n.height);
      }
    }
  EXPECT_LE(plan.packed_cost, plan.scalar_cost + 1e-6);
}

// Compiled, with whatever is packed, against the plain evaluation.
void expect_right(const Program& program) {
  std::string why_not;
  const auto compiled = command::compile_emitted(program, "gcc", {}, &why_not);
  if (why_not.find("cannot be run") != std::string::npos) return;  // there is none
  ASSERT_TRUE(compiled) << why_not;
  std::mt19937_64 random(17);
  for (int s = 0; s < 20; ++s) {
    const VecX<double> in = random_vector(static_cast<int>(program.inputs.size()), random);
    const std::vector<double> want = program.evaluate({in.begin(), in.end()});
    std::vector<double> got(want.size());
    (*compiled)(in.data(), got.data());
    for (std::size_t o = 0; o < want.size(); ++o) EXPECT_NEAR(got[o], want[o], 1e-13 * (1 + std::abs(want[o])));
  }
}

// Something as a leg has it: a point in a frame, its distance, a unit vector. The signs of its constants differ from leg to leg.
std::array<Recorded, 3> leg(const std::array<Recorded, 6>& in, double a, double b) {
  const Recorded x = in[0] * a + in[1] * b - in[4], y = in[2] * b - in[3] * a + in[5];
  const Recorded length = sqrt(x * x + y * y + (2.0 + a * a));
  return {length, x / length, y / length * coulomb_sign(x) + copysign(x, y) * smaller(x, y)};
}

Program legs(int count) {
  Recorder recorder("legs");
  std::array<Recorded, 6> in;
  for (int i = 0; i < 6; ++i) in[i] = recorder.input("x" + std::to_string(i), "1");
  Recorded sum = 0.0;
  for (int k = 0; k < count; ++k) {
    const auto [length, cosine, other] = leg(in, k % 2 ? 0.3 + k : -0.4 - k, k % 3 ? 0.7 * k : -1.3);
    recorder.output("l" + std::to_string(k), "1", length);
    sum += cosine * (1.5 + k) - other * length;
  }
  recorder.output("sum", "1", sum);
  return recorder.finish();
}

TEST(Lanes, AnyNumberOfLegsAlikeIsPackedWhateverItsSigns) {
  for (int count = 2; count <= 13; ++count) {
    const Program program = legs(count);
    const LanePlan plan(program);
    expect_sound(plan);
    expect_right(program);
    if (count > kLanes) continue;
    EXPECT_GE(packed_numbers(plan), 8 * count) << count << " legs";
    if (count >= 3) {
      EXPECT_LT(plan.packed_cost, 0.8 * plan.scalar_cost) << count << " legs";
    }
  }
}

TEST(Lanes, TheOrderOfOperandsDoesNotMatter) {
  Recorder recorder("commuted");
  const Recorded x = recorder.input("x", "1"), y = recorder.input("y", "1");
  for (int k = 0; k < 4; ++k) {
    const Recorded a = sqrt(x + (1.5 + k)), b = (x * y) * (0.5 + k);
    const Recorded c = k % 2 ? a + b : b + a, d = k % 2 ? a * c : c * a;
    recorder.output("o" + std::to_string(k), "1", (k < 2 ? d - a : a - d) / (2.5 + a));
  }
  const Program program = recorder.finish();
  const LanePlan plan(program);
  expect_sound(plan);
  EXPECT_GE(packed_numbers(plan), 4 * 5);
  expect_right(program);
}

TEST(Lanes, WhatDoesNotPayStaysAsItIs) {
  Recorder recorder("apart");
  const Recorded x = recorder.input("x", "1"), y = recorder.input("y", "1");
  recorder.output("twice", "1", 2.0 * x);  // alike, but one operation and then taken apart again
  recorder.output("thrice", "1", 3.0 * x);
  recorder.output("root", "1", sqrt(x * y));  // not alike
  recorder.output("quotient", "1", x / (y + 2.5));
  recorder.output("input", "1", -y);
  recorder.output("constant", "1", 0.5);
  const Program program = recorder.finish();
  const LanePlan plan(program);
  expect_sound(plan);
  EXPECT_EQ(packed_numbers(plan), 0);
  EXPECT_NEAR(plan.packed_cost, plan.scalar_cost, 1e-6);
  EXPECT_EQ(emit_c(program, with_lanes()).find("const lanes"), std::string::npos);
}

TEST(Lanes, OperandsThatWouldHaveToBeGatheredAreNot) {
  Recorder recorder("gathered");
  std::vector<Recorded> in;
  for (int i = 0; i < 8; ++i) in.push_back(recorder.input("x" + std::to_string(i), "1"));
  for (int k = 0; k < 4; ++k) recorder.output("o" + std::to_string(k), "1", in[2 * k] * in[2 * k + 1]);
  const LanePlan plan(recorder.finish());
  EXPECT_EQ(packed_numbers(plan), 0);
}

TEST(Lanes, AProgramMayBeEmptyOrWithoutInputs) {
  Recorder recorder("nothing");
  recorder.output("one", "1", 1.0);
  const Program program = recorder.finish();
  EXPECT_EQ(packed_numbers(LanePlan(program)), 0);
  expect_right(program);
}

TEST(Lanes, SixLegsAreMostOfAGoughStewartPlatform) {
  const Program program = record(load_robot("gough_stewart"), {Model::idm});
  const LanePlan plan(program);
  EXPECT_LT(plan.packed_cost, 0.6 * plan.scalar_cost);
  const std::string c = emit_c(program, with_lanes());
  EXPECT_NE(c.find("lanes4"), std::string::npos);
  EXPECT_NE(c.find("#else"), std::string::npos) << "nothing for other compilers";
  EXPECT_EQ(emit_c(program, {}).find("lanes"), std::string::npos);
}

// Sine and friction of other inputs once had one shape, and shared a register as two sines.
TEST(Lanes, DifferentOperationsHaveDifferentShapes) {
  Program program;
  program.name = "shapes";
  for (int i = 0; i < 64; ++i) program.inputs.push_back({"in" + std::to_string(i), "1"});
  for (Op op : {Op::reciprocal, Op::square_root, Op::sine, Op::cosine, Op::coulomb_sign})
    for (int i = 0; i < 64; ++i) {
      program.code.push_back({op, i, i});
      program.results.push_back(program.operands() - 1);
      program.outputs.push_back({"out" + std::to_string(program.results.size()), "1"});
    }
  const LaneGraph graph(program);
  std::set<std::uint64_t> shapes;
  for (const LaneNode& n : graph.nodes) shapes.insert(n.shape);
  EXPECT_EQ(shapes.size(), graph.nodes.size());
}

TEST(Lanes, StatementsComeAfterWhatTheyNeed) {
  std::mt19937_64 random(5);
  std::vector<LaneStatement> statements(2000);
  for (int s = 0; s < 2000; ++s)
    for (int k = 0; k < 3 && s > 0; ++k) {
      const int n = static_cast<int>(random() % s);
      if (std::find(statements[s].needs.begin(), statements[s].needs.end(), n) == statements[s].needs.end())
        statements[s].needs.push_back(n);
    }
  const std::vector<int> order = latency_order(statements);
  ASSERT_EQ(order.size(), statements.size());
  std::vector<int> place(statements.size(), -1);
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<int>(k);
  for (std::size_t s = 0; s < statements.size(); ++s) {
    ASSERT_GE(place[s], 0);
    for (int n : statements[s].needs) EXPECT_LT(place[n], place[s]);
  }
}

class LanePlans : public test::Catalog {};

TEST_P(LanePlans, AreSound) {
  for (Model model : {Model::igm, Model::rates, Model::idm, Model::ddm}) expect_sound(LanePlan(record(robot, {model})));
}

INSTANTIATE_TEST_SUITE_P(Robots, LanePlans, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
