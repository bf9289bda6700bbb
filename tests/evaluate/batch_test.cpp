#include "gough/evaluate/batch.hpp"

#include <thread>

#include "gough/program/models.hpp"
#include "tests/dynamics/states.hpp"

namespace gough {
namespace {

std::vector<InstructionSet> sets_here() {
  std::vector<InstructionSet> out;
  for (InstructionSet set : {InstructionSet::generic, InstructionSet::avx2, InstructionSet::avx512})
    if (runs_here(set)) out.push_back(set);
  return out;
}

// States side by side, as a batch takes them; what lies between n and the stride is NaN.
std::vector<double> side_by_side(const std::vector<std::vector<double>>& states, std::size_t n, std::size_t stride) {
  const std::size_t width = states[0].size();
  std::vector<double> out(width * stride, std::nan(""));
  for (std::size_t i = 0; i < width; ++i)
    for (std::size_t s = 0; s < n; ++s) out[i * stride + s] = states[s % states.size()][i];
  return out;
}

// Every operation on random operands. What is used again is at most 1 and depends on its operands with slopes that add up to 1 or less,
// so that rounding does not grow; signs are those of inputs, which are not near 0.
class RandomProgram {
 public:
  RandomProgram(std::mt19937_64& random, int inputs, int length) : random_(random), inputs_(inputs) {
    p_.name = "random";
    for (int i = 0; i < inputs; ++i) p_.inputs.push_back({"in" + std::to_string(i), "1"});
    p_.constants = {0.5, -2.5, 1.0 / 32, -0.25};
    for (int i = 0; i < p_.operands(); ++i)
      if (i != p_.first_constant() + 1) small_.push_back(i);
    while (static_cast<int>(p_.code.size()) < length) {
      small_.push_back(step());
      if (random() % 4 == 0) p_.results.push_back(small_.back());
    }
    p_.results.insert(p_.results.end(), {0, p_.first_constant(), small_.back(), small_.back()});
    for (std::size_t o = 0; o < p_.results.size(); ++o) p_.outputs.push_back({"out" + std::to_string(o), "1"});
  }
  const Program& program() const { return p_; }

 private:
  std::mt19937_64& random_;
  int inputs_;
  Program p_;
  std::vector<std::int32_t> small_;

  std::int32_t pick() { return small_[random_() % small_.size()]; }
  std::int32_t input() { return static_cast<std::int32_t>(random_() % inputs_); }
  std::int32_t append(Op op, std::int32_t a, std::int32_t b) {
    p_.code.push_back({op, a, b});
    return p_.operands() - 1;
  }
  std::int32_t apply(Op op, std::int32_t a) { return append(op, a, a); }

  std::int32_t step() {
    switch (random_() % 12) {
      case 0: return apply(Op::sine, pick());
      case 1: return apply(Op::cosine, pick());
      case 2: return append(Op::copy_sign, pick(), input());
      case 3: return append(Op::minimum, pick(), pick());
      case 4: return apply(Op::negate, pick());
      case 5: return apply(Op::coulomb_sign, input());
      case 6: return apply(Op::reciprocal, far());
      case 7: return append(Op::multiply, p_.first_constant(), append(Op::divide, pick(), far()));
      default: return append(Op::multiply, p_.first_constant() + 2, sum());
    }
  }

  // √(x + 2.5)²
  std::int32_t far() {
    const std::int32_t x = append(Op::subtract, pick(), p_.first_constant() + 1);
    return apply(Op::square_root, append(Op::multiply, x, x));
  }

  // Up to eight terms, the last perhaps a factor of the others.
  std::int32_t sum() {
    std::int32_t out = append(Op::multiply, pick(), pick());
    for (int k = static_cast<int>(random_() % 7); k > 0; --k) {
      const std::int32_t term = random_() % 2 ? append(Op::multiply, pick(), pick()) : pick();
      out = random_() % 3 ? append(Op::add, out, term) : append(Op::subtract, term, out);
    }
    return random_() % 2 ? append(Op::multiply, out, pick()) : out;
  }
};

Program random_program(std::mt19937_64& random, int inputs, int length) { return RandomProgram(random, inputs, length).program(); }

std::vector<std::vector<double>> random_states(std::mt19937_64& random, std::size_t inputs, std::size_t count) {
  std::vector<std::vector<double>> out(count);
  for (auto& state : out)
    for (std::size_t i = 0; i < inputs; ++i) {
      const double x = random_vector(1, random)(0);
      state.push_back(0.5 * x + std::copysign(0.1, x));
    }
  return out;
}

void expect_batch(const Program& program, const std::vector<std::vector<double>>& states, std::size_t n, std::size_t stride,
                  InstructionSet set, double tolerance) {
  const std::vector<double> in = side_by_side(states, n, stride);
  std::vector<double> out(program.outputs.size() * stride, 7.0);
  const BatchEvaluator batch(program, set);
  batch.batch(n, stride, in.data(), out.data());
  for (std::size_t s = 0; s < n; ++s) {
    const std::vector<double> want = program.evaluate(states[s % states.size()]);
    std::vector<double> one(want.size());
    batch(states[s % states.size()].data(), one.data());
    double size = 1e-3;
    for (double x : want) size = std::max(size, std::abs(x));
    for (std::size_t o = 0; o < want.size(); ++o) {
      ASSERT_NEAR(out[o * stride + s], want[o], tolerance * size) << program.name << " " << program.outputs[o].name << " of state " << s;
      ASSERT_EQ(one[o], out[o * stride + s]) << program.name << " " << program.outputs[o].name << " of state " << s << " by itself";
    }
  }
  for (std::size_t o = 0; o < program.outputs.size(); ++o)
    for (std::size_t s = n; s < stride; ++s) ASSERT_EQ(out[o * stride + s], 7.0) << "written beyond the batch";
}

TEST(Batch, RandomProgramsOnEveryInstructionSet) {
  std::mt19937_64 random(7);
  for (int sample = 0; sample < 40; ++sample) {
    const Program program = random_program(random, 1 + sample % 5, 10 + 5 * sample);
    const auto states = random_states(random, program.inputs.size(), 37);
    for (InstructionSet set : sets_here()) expect_batch(program, states, 37, 40, set, 1e-13);
    if (HasFailure()) return;
  }
}

TEST(Batch, AnyNumberOfStates) {
  std::mt19937_64 random(8);
  const Program program = random_program(random, 3, 60);
  const auto states = random_states(random, 3, 50);
  for (InstructionSet set : sets_here())
    for (std::size_t n : {0, 1, 3, 63, 64, 65, 128, 200, 5000}) expect_batch(program, states, n, n + n % 3, set, 1e-13);
  const BatchEvaluator batch(program);
  EXPECT_THROW(batch.batch(3, 2, nullptr, nullptr), std::invalid_argument);
}

TEST(Batch, ColumnsAreAnOddNumberOfCacheLinesApart) {
  for (std::size_t n : {1, 7, 8, 9, 64, 1000, 4096, 16384}) {
    EXPECT_GE(batch_stride(n), n);
    EXPECT_EQ(batch_stride(n) % 16, 8u) << n;
    EXPECT_LT(batch_stride(n), n + 16);
  }
}

TEST(Batch, NaNStaysInItsState) {
  Recorder recorder("root");
  const Recorded x = recorder.input("x", "1");
  recorder.output("y", "1", sqrt(x) * x + Recorded(2.0) * x);
  const Program program = recorder.finish();
  const std::vector<double> in{4.0, -1.0, std::nan(""), 9.0};
  std::vector<double> out(4);
  for (InstructionSet set : sets_here()) {
    BatchEvaluator(program, set).batch(4, 4, in.data(), out.data());
    EXPECT_DOUBLE_EQ(out[0], 16.0);
    EXPECT_TRUE(std::isnan(out[1]));
    EXPECT_TRUE(std::isnan(out[2]));
    EXPECT_DOUBLE_EQ(out[3], 45.0);
  }
}

// 1e-12 of the largest output: a thousand roundings in a row.
class BatchOfRobot : public test::Catalog {};

TEST_P(BatchOfRobot, EqualsTheProgramAndItselfOnOtherThreads) {
  std::mt19937_64 random(9);
  for (Model model : {Model::idm, Model::ddm}) {
    const ModelChoice choice{model};
    const Program program = record(robot, choice);
    std::vector<std::vector<double>> states;
    for (int s = 0; s < 20; ++s) {
      test::State state(robot, random, false);
      const VecX<double> effort = 10 * random_vector(static_cast<int>(robot.actuators.size()), random);
      states.push_back(program_inputs(robot, choice, state.kinematics, effort));
    }
    for (InstructionSet set : sets_here()) expect_batch(program, states, 75, 75, set, 1e-12);
    const std::size_t n = 7001;
    const std::vector<double> in = side_by_side(states, n, n);
    std::vector<double> one(program.outputs.size() * n), many(one.size()), other(one.size());
    BatchEvaluator(program).batch(n, n, in.data(), one.data());
    const BatchEvaluator batch(program);
    std::thread beside([&] { batch.batch(n, n, in.data(), other.data()); });
    batch.batch(n, n, in.data(), many.data());
    beside.join();
    EXPECT_TRUE(one == many && one == other) << program.name;
    for (std::size_t o = 0; o < program.outputs.size(); ++o)  // the same state at another place in the batch
      EXPECT_EQ(one[o * n + 5], one[o * n + n - n % 20 - 15]) << program.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, BatchOfRobot, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
