#include "gough/evaluate/machine_code.hpp"

#include <cmath>
#include <cstring>
#include <thread>

#include "gough/evaluate/batch.hpp"
#include "gough/program/models.hpp"
#include "tests/dynamics/states.hpp"
#include "tests/evaluate/random_program.hpp"
#include "tests/program/variable.hpp"

namespace gough {
namespace {

bool possible() { return runs_here(InstructionSet::avx2); }

MachineCode made(const Program& program, InstructionSet set = InstructionSet::automatic) {
  std::string why_not;
  const std::optional<MachineCode> out = make_machine_code(program, &why_not, set);
  if (!out) throw std::runtime_error(program.name + ": " + why_not);
  return *out;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b)); }

using test::random_numbers;
using test::States;

std::vector<double> one(const MachineCode& code, const Program& program, const std::vector<double>& state) {
  std::vector<double> out(program.outputs.size());
  code(state.data(), out.data());
  return out;
}

// States from `first` on as a batch of n.
States batch(const MachineCode& code, const Program& program, const States& states, std::size_t first, std::size_t n) {
  const std::size_t stride = n + 3, ni = program.inputs.size(), no = program.outputs.size();
  std::vector<double> in(ni * stride, std::nan("")), out(no * stride, 77.0);
  for (std::size_t i = 0; i < ni; ++i)
    for (std::size_t s = 0; s < n; ++s) in[i * stride + s] = states[first + s][i];
  code.batch(n, stride, in.data(), out.data());
  States answers(n, std::vector<double>(no));
  for (std::size_t o = 0; o < no; ++o) {
    for (std::size_t s = 0; s < n; ++s) answers[s][o] = out[o * stride + s];
    for (std::size_t s = n; s < stride; ++s) EXPECT_EQ(out[o * stride + s], 77.0) << "written beyond the batch";
  }
  return answers;
}

void expect_plain_evaluation(const Program& program, const std::vector<double>& got, const std::vector<double>& state) {
  const std::vector<double> want = program.evaluate(state);
  double size = 1e-3;
  for (double x : want) size = std::max(size, std::isnan(x) ? 0.0 : std::abs(x));
  for (std::size_t o = 0; o < want.size(); ++o) {
    if (std::isnan(want[o])) ASSERT_TRUE(std::isnan(got[o])) << program.name << " " << program.outputs[o].name;
    else ASSERT_NEAR(got[o], want[o], 1e-12 * size) << program.name << " " << program.outputs[o].name;
  }
}

void expect_same_bits(const Program& program, const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t o = 0; o < a.size(); ++o) ASSERT_TRUE(same_bits(a[o], b[o])) << program.name << " " << o << ": " << a[o] - b[o];
}

bool has_avx512() { return make_machine_code(Program{}, nullptr, InstructionSet::avx512).has_value(); }

// In batches of all sizes as by itself.
void expect_batches(const MachineCode& code, const Program& program, const States& states, const States& singles) {
  for (std::size_t n = 0; n <= states.size(); ++n) {
    const States batched = batch(code, program, states, states.size() - n, n);
    for (std::size_t s = 0; s < n && !::testing::Test::HasFatalFailure(); ++s)
      expect_same_bits(program, batched[s], singles[states.size() - n + s]);
  }
}

// By itself and in batches, on every instruction set to the last bit.
void expect_right(const Program& program, const States& states) {
  const MachineCode code = made(program, InstructionSet::avx2);
  States singles;
  for (const auto& state : states) {
    singles.push_back(one(code, program, state));
    expect_plain_evaluation(program, singles.back(), state);
  }
  expect_batches(code, program, states, singles);
  if (!has_avx512()) return;
  const MachineCode wide = made(program, InstructionSet::avx512);
  for (std::size_t s = 0; s < states.size(); ++s) expect_same_bits(program, one(wide, program, states[s]), singles[s]);
  expect_batches(wide, program, states, singles);
}

class MachineCodeOf : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!possible()) GTEST_SKIP() << "no AVX2 with FMA";
  }
};

TEST_F(MachineCodeOf, EveryOperation) {
  Recorder recorder("every");
  const Recorded a = recorder.input("a", "1"), b = recorder.input("b", "1"), c = recorder.input("c", "1");
  recorder.output("root", "1", sqrt(a * a + b * b + 0.5) / (c * c + 1.25));
  recorder.output("signs", "1", copysign(a, b) * coulomb_sign(c) - smaller(a * b, c));
  recorder.output("friction", "1", coulomb_sign(a));
  recorder.output("angles", "1", sin(a) * cos(b) + 1.0 / (2.0 + cos(c)));
  recorder.output("constant", "1", -0.75);
  recorder.output("input", "1", b);
  recorder.output("opposite", "1", -b);
  recorder.output("none", "1", sqrt(a));
  const Program program = recorder.finish();
  expect_right(program, {{1, 2, 3}, {-1, -2, -3}, {0.5, -0.0, 1e-10}, {0, 0, 0}, {-0.0, -0.0, -0.0}, {1e-9, 5, -1e-9}, {2e-9, -5, -2e-9}});
  const double none = std::nan("");
  expect_right(program, {{none, 1, 1}, {1, none, 1}, {1, 1, none}, {2, 1, 1}, {3, 1, 1}});
}

TEST_F(MachineCodeOf, NothingAndNearlyNothing) {
  Program empty;
  empty.name = "empty";
  expect_right(empty, States(5));
  Recorder constants("constants");
  constants.output("half", "1", 0.5);
  expect_right(constants.finish(), States(5));
  Recorder ignored("ignored");
  ignored.input("a", "1");
  expect_right(ignored.finish(), States(5, {1.0}));
}

TEST_F(MachineCodeOf, RandomPrograms) {
  std::mt19937_64 random(15);
  for (int length : {1, 3, 10, 30, 100, 300, 1000, 3000, 8000})
    for (int inputs : {1, 3, 9, 40, 70}) {
      const Program program = test::RandomOperations(random, inputs, length).program;
      expect_right(program, random_numbers(random, program.inputs.size(), 11));
      if (HasFatalFailure()) return;
    }
}

// A chain as long as it has operations, and sums of very many terms.
TEST_F(MachineCodeOf, DeepPrograms) {
  Program deep;
  deep.name = "deep";
  deep.inputs = {{"a", "1"}, {"b", "1"}};
  deep.outputs = {{"x", "1"}};
  deep.constants = {0.5};
  for (int k = 0; k < 40000; ++k) deep.code.push_back({k % 2 ? Op::multiply : Op::add, k == 0 ? 0 : deep.operands() - 1, k % 2 ? 2 : 1});
  deep.results = {deep.operands() - 1};
  std::mt19937_64 random(16);
  expect_right(deep, random_numbers(random, 2, 5));
}

TEST_F(MachineCodeOf, ResultsDoNotDependOnPlaceOrSizeOrThread) {
  std::mt19937_64 random(17);
  const Program program = record(load_robot("delta"), {Model::idm});
  const MachineCode code = made(program);
  const States states = random_numbers(random, program.inputs.size(), 40);
  const States whole = batch(code, program, states, 0, states.size());
  const auto part = [&](std::size_t first, std::size_t n) {
    const States some = batch(code, program, states, first, n);
    for (std::size_t s = 0; s < n; ++s) expect_same_bits(program, some[s], whole[first + s]);
  };
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t n = 1; n <= 13; ++n)
        for (std::size_t first = t; first + n <= states.size(); first += 4) part(first, n);
    });
  for (std::thread& t : threads) t.join();
}

TEST_F(MachineCodeOf, TheSameProgramGivesTheSameCode) {
  const Program program = record(load_robot("five_bar"), {Model::ddm});
  const MachineCode a = made(program), b = made(program);
  ASSERT_EQ(a.pages().size(), b.pages().size());
  EXPECT_EQ(std::memcmp(a.pages().at(0), b.pages().at(0), a.pages().size()), 0);
}

TEST_F(MachineCodeOf, CopiesOutliveTheirOriginal) {
  std::mt19937_64 random(18);
  const Program program = test::RandomOperations(random, 3, 50).program;
  std::optional<MachineCode> original = made(program), copy = original;
  original.reset();
  const States states = random_numbers(random, 3, 1);
  expect_plain_evaluation(program, one(*copy, program, states[0]), states[0]);
}

// Catalog robots: every model that the library records.
class MachineCodeModels : public test::Catalog {
 protected:
  void expect_model(const ModelChoice& choice) {
    Program program;
    try {
      program = record(robot, choice);
    } catch (const InputError&) {
      return;
    }
    std::mt19937_64 random(311);
    States states;
    for (int s = 0; s < 11; ++s) {
      const test::State state(robot, random, false);
      const VecX<double> effort = 10 * random_vector(static_cast<int>(robot.actuators.size()), random);
      states.push_back(program_inputs(robot, choice, state.kinematics, effort));
    }
    expect_right(program, states);
  }
};

TEST_P(MachineCodeModels, EqualPlainEvaluation) {
  if (!possible()) GTEST_SKIP() << "no AVX2 with FMA";
  for (Model model : {Model::igm, Model::rates, Model::jacobian, Model::mobility, Model::mass, Model::regressor}) expect_model({model});
  for (Formulation formulation : kFormulations)
    for (Model model : {Model::idm, Model::ddm}) expect_model({model, formulation});
}

// Encoders and vision: numbers that are no state of the robot serve to compare bits; the making itself compares with the plain evaluation.
// States near the examples are those in which machine code is checked when it is made: nothing would be compared without an answer.
TEST_P(MachineCodeModels, ExamplesHaveAnswers) {
  for (const Model model : {Model::igm, Model::rates, Model::idm, Model::ddm, Model::mass, Model::regressor}) {
    const Program program = record(robot, {model});
    std::vector<double> in;
    for (const Port& port : program.inputs) in.push_back(std::isnan(port.example) ? 0.5 : port.example);
    for (const double x : program.evaluate(in)) ASSERT_TRUE(std::isfinite(x)) << program.name;
  }
}

TEST_P(MachineCodeModels, OfOtherSourcesAreTheSameInBatches) {
  if (!possible()) GTEST_SKIP() << "no AVX2 with FMA";
  for (const ModelChoice& choice : {ModelChoice{Model::idm, Formulation::platform_legs, Source::encoders},
                                    ModelChoice{Model::idm, Formulation::elements, Source::vision}}) {
    Program program;
    try {
      program = record(robot, choice);
    } catch (const InputError&) {
      continue;
    }
    std::mt19937_64 random(312);
    const MachineCode code = made(program);
    const States states = random_numbers(random, program.inputs.size(), 9);
    States singles;
    for (const auto& state : states) singles.push_back(one(code, program, state));
    expect_batches(code, program, states, singles);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, MachineCodeModels, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
