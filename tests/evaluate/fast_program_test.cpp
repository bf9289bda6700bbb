#include "gough/evaluate/fast_program.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <thread>

#include "gough/evaluate/machine_code.hpp"
#include "gough/program/library_outputs.hpp"
#include "tests/dynamics/states.hpp"
#include "tests/evaluate/random_program.hpp"
#include "tests/program/variable.hpp"

namespace gough {
namespace {

using test::random_numbers;
using test::States;

// Machine code where there is any, and interpreted.
std::vector<FastProgram> both_ways(const Program& program) { return {FastProgram(program), FastProgram::interpreted(program)}; }

std::vector<double> one(const FastProgram& fast, const std::vector<double>& state) {
  std::vector<double> out(fast.outputs());
  fast(state.data(), out.data());
  return out;
}

// The first n states as a batch, with room behind each column; on the calling thread where `threads` is negative.
States batch(const FastProgram& fast, const States& states, std::size_t n, int threads = -1) {
  const std::size_t stride = n + 3;
  std::vector<double> in(fast.inputs() * stride, std::nan("")), out(fast.outputs() * stride, 77.0);
  for (std::size_t i = 0; i < fast.inputs(); ++i)
    for (std::size_t s = 0; s < n; ++s) in[i * stride + s] = states[s % states.size()][i];
  if (threads < 0) fast.batch(n, stride, in.data(), out.data());
  else fast.batch(n, stride, in.data(), out.data(), threads);
  States answers(n, std::vector<double>(fast.outputs()));
  for (std::size_t o = 0; o < fast.outputs(); ++o) {
    for (std::size_t s = 0; s < n; ++s) answers[s][o] = out[o * stride + s];
    for (std::size_t s = n; s < stride; ++s) EXPECT_EQ(out[o * stride + s], 77.0) << "written beyond the batch";
  }
  return answers;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t o = 0; o < a.size(); ++o)
    if (std::memcmp(&a[o], &b[o], sizeof(double)) != 0 && !(std::isnan(a[o]) && std::isnan(b[o]))) return false;
  return a.size() == b.size();
}

bool same_bits(const States& a, const States& b) {
  for (std::size_t s = 0; s < a.size(); ++s)
    if (!same_bits(a[s], b[s])) return false;
  return a.size() == b.size();
}

void expect_near(const std::vector<double>& got, const std::vector<double>& want, const std::string& what) {
  ASSERT_EQ(got.size(), want.size());
  double size = 1e-3;
  for (double x : want) size = std::max(size, std::isnan(x) ? 0.0 : std::abs(x));
  for (std::size_t o = 0; o < want.size(); ++o) {
    if (std::isnan(want[o])) ASSERT_TRUE(std::isnan(got[o])) << what << ", output " << o;
    else ASSERT_NEAR(got[o], want[o], 1e-12 * size) << what << ", output " << o;
  }
}

TEST(FastPrograms, BatchesOfAnySizeEqualThePlainEvaluation) {
  std::mt19937_64 random(41);
  for (int length : {1, 10, 100, 1000})
    for (int inputs : {1, 3, 40}) {
      const Program program = test::RandomOperations(random, inputs, length).program;
      const States states = random_numbers(random, program.inputs.size(), 67);
      for (const FastProgram& fast : both_ways(program))
        for (std::size_t n : {0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 63, 64, 65, 67}) {
          const States answers = batch(fast, states, n);
          for (std::size_t s = 0; s < n; ++s) {
            expect_near(answers[s], program.evaluate(states[s]), fast.why_not());
            ASSERT_TRUE(same_bits(answers[s], one(fast, states[s]))) << fast.why_not() << ": state " << s << " of " << n;
            if (HasFatalFailure()) return;
          }
        }
    }
}

TEST(FastPrograms, SeveralThreadsGiveTheSameBits) {
  std::mt19937_64 random(42);
  const Program program = record(load_robot("delta"), {Model::idm});
  const States states = random_numbers(random, program.inputs.size(), 53);
  for (const FastProgram& fast : both_ways(program)) {
    const States alone = batch(fast, states, 9001);
    for (int threads : {0, 1, 2, 5}) EXPECT_TRUE(same_bits(batch(fast, states, 9001, threads), alone)) << threads << " threads";
    std::vector<std::thread> callers;
    for (std::size_t t = 0; t < 4; ++t)
      callers.emplace_back([&, t] {
        for (std::size_t s = t; s < 400; ++s) EXPECT_TRUE(same_bits(one(fast, states[s % states.size()]), alone[s]));
        EXPECT_TRUE(same_bits(batch(fast, states, 9001), alone));
      });
    for (std::thread& t : callers) t.join();
  }
}

// More numbers at once than fit on a stack, beside a small program on the same thread.
TEST(FastPrograms, LargeProgramsNeedNoLargeStack) {
  Program wide;
  wide.name = "wide";
  constexpr int kNumbers = 20000;
  for (int i = 0; i < kNumbers; ++i) wide.inputs.push_back({"in" + std::to_string(i), "1"});
  for (int i = 0; i < kNumbers; ++i) wide.code.push_back({Op::sine, i, i});
  const std::int32_t first = wide.first_result();
  for (int i = 0; i < kNumbers; ++i) wide.code.push_back({Op::divide, first + i, first + (i + 7777) % kNumbers});
  for (int i = 0; i < kNumbers; ++i) wide.results.push_back(first + kNumbers + i), wide.outputs.push_back({"out" + std::to_string(i), "1"});
  std::mt19937_64 random(43);
  const FastProgram large = FastProgram::interpreted(wide), small = FastProgram::interpreted(test::RandomOperations(random, 2, 40).program);
  const States states = random_numbers(random, wide.inputs.size(), 3), few = random_numbers(random, 2, 5);
  for (const auto& state : states) EXPECT_TRUE(one(large, state) == wide.evaluate(state));
  const States before = batch(small, few, 5);
  EXPECT_TRUE(batch(large, states, 3)[2] == wide.evaluate(states[2]));
  EXPECT_TRUE(batch(small, few, 5) == before);
}

TEST(FastPrograms, CopiesOutliveTheirOriginal) {
  std::mt19937_64 random(44);
  const Program program = test::RandomOperations(random, 3, 50).program;
  const States states = random_numbers(random, 3, 1);
  for (FastProgram copy : both_ways(program)) {
    {
      const FastProgram original = copy.is_machine_code() ? FastProgram(program) : FastProgram::interpreted(program);
      copy = original;
    }
    expect_near(one(copy, states[0]), program.evaluate(states[0]), "a copy");
  }
}

TEST(FastPrograms, SayWhetherTheyAreMachineCodeAndWhyNot) {
  std::mt19937_64 random(45);
  const Program program = test::RandomOperations(random, 4, 30).program;
  const FastProgram fast(program);
  EXPECT_EQ(fast.is_machine_code(), fast.why_not().empty());
  EXPECT_EQ(fast.is_machine_code(), make_machine_code(program).has_value()) << fast.why_not();
  EXPECT_EQ(fast.inputs(), 4u);
  EXPECT_EQ(fast.outputs(), program.outputs.size());
  EXPECT_FALSE(FastProgram::interpreted(program).is_machine_code());
  EXPECT_FALSE(FastProgram::interpreted(program).why_not().empty());
  const test::Variable off("GOUGH_MACHINE_CODE", "off");
  const FastProgram without(program);
  EXPECT_FALSE(without.is_machine_code());
  EXPECT_NE(without.why_not().find("GOUGH_MACHINE_CODE"), std::string::npos) << without.why_not();
  const States states = random_numbers(random, 4, 1);
  expect_near(one(without, states[0]), program.evaluate(states[0]), "switched off");
}

// More outputs that are inputs and constants than there are registers.
TEST(FastPrograms, HandOnInputsAndConstants) {
  constexpr int kNumbers = 50;
  Recorder recorder("handed_on");
  std::vector<double> state;
  for (int k = 0; k < kNumbers; ++k) {
    recorder.output(fmt::format("same{}", k), "", recorder.input(fmt::format("in{}", k), ""));
    recorder.output(fmt::format("constant{}", k), "", Recorded(0.5 + k));
    state.push_back(100.0 + k);
  }
  for (const FastProgram& fast : both_ways(recorder.finish())) {
    const std::vector<double> out = one(fast, state);
    for (int k = 0; k < kNumbers; ++k) {
      EXPECT_EQ(out[2 * k], 100.0 + k) << fast.why_not();
      EXPECT_EQ(out[2 * k + 1], 0.5 + k) << fast.why_not();
    }
    EXPECT_TRUE(same_bits(batch(fast, {state}, 9)[8], out));
  }
}

TEST(FastPrograms, AStrideShorterThanTheBatchIsRefused) {
  std::mt19937_64 random(46);
  for (const FastProgram& fast : both_ways(test::RandomOperations(random, 4, 30).program)) {
    EXPECT_THROW(fast.batch(3, 2, nullptr, nullptr), std::invalid_argument);
    EXPECT_THROW(fast.batch(5000, 4999, nullptr, nullptr, 2), std::invalid_argument);
  }
}

TEST(FastPrograms, WhatCannotBeReachedIsNotANumber) {
  for (const FastProgram& fast : both_ways(record(load_robot("delta"), {Model::igm}))) {
    for (double x : one(fast, {0, 0, -0.7})) EXPECT_FALSE(std::isnan(x));
    for (double x : one(fast, {0, 0, -3})) EXPECT_TRUE(std::isnan(x));
  }
}

// Catalog robots against the library, state by state.
class FastModels : public test::Catalog {
 protected:
  void expect_library(const ModelChoice& choice) {
    const Program program = record(robot, choice);
    std::mt19937_64 random(311);
    States states, expected;
    for (int s = 0; s < test::samples; ++s) {
      const test::State state(robot, random, false);
      const VecX<double> effort = 10 * random_vector(static_cast<int>(robot.actuators.size()), random);
      states.push_back(program_inputs(robot, choice, state.kinematics, effort));
      expected.push_back(library_outputs(robot, choice, {}, state.kinematics, effort));
    }
    for (const FastProgram& fast : both_ways(program)) {
      const States answers = batch(fast, states, states.size());
      for (std::size_t s = 0; s < states.size() && !HasFatalFailure(); ++s) {
        expect_near(answers[s], expected[s], fmt::format("{}, state {} {}", program.name, s, fast.why_not()));
        ASSERT_TRUE(same_bits(one(fast, states[s]), answers[s])) << program.name << ", state " << s << " " << fast.why_not();
      }
    }
  }
};

TEST_P(FastModels, EqualTheLibrary) {
  for (Model model : {Model::igm, Model::rates, Model::jacobian, Model::mobility, Model::idm, Model::ddm, Model::mass})
    expect_library({model});
}

INSTANTIATE_TEST_SUITE_P(Robots, FastModels, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
