#include "gough/evaluate/other_numbers.hpp"

#include <random>

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/program/models.hpp"
#include "tests/robots.hpp"

namespace gough {
namespace {

// A model's program, and inputs of a random regular state.
struct State {
  Program program;
  std::vector<double> in, out;
};

State state_of(const Robot& robot, Model model, std::mt19937_64& random) {
  KinematicsData<double> k(robot);
  DynamicsData<double> data(robot);
  const Pose<double> pose = test::regular_pose(robot, random, k);
  const VecX<double> V = random_vector(robot.mobility.n, random), A = random_vector(robot.mobility.n, random);
  EXPECT_TRUE(inverse_dynamics(robot, Formulation::platform_legs, {}, pose, V, A, k, data).has_position());
  const ModelChoice choice{model, Formulation::platform_legs, Source::pose};
  State out{record(robot, choice, {}), {}, {}};
  out.in = program_inputs(robot, choice, k, data.effort);
  out.out = out.program.evaluate(out.in);
  return out;
}

double largest(const std::vector<double>& x) {
  double out = 1e-300;
  for (const double v : x) out = std::max(out, std::abs(v));
  return out;
}

template <class N>
std::vector<N> numbers(const std::vector<double>& x) {
  return {x.begin(), x.end()};
}

// Whether a root, or the sign in a reflection, is taken of what is zero but for rounding: its interval has both signs, and nothing is
// known.
bool is_at_an_edge(const State& s) {
  std::vector<double> work(static_cast<std::size_t>(s.program.operands())), out(s.out.size());
  s.program.evaluate(s.in.data(), out.data(), work.data());
  for (const Instruction& i : s.program.code)
    if ((i.op == Op::square_root && work[i.a] < 1e-12) || (i.op == Op::copy_sign && std::abs(work[i.b]) < 1e-12)) return true;
  return false;
}

class OtherNumbers : public test::Catalog {};

std::vector<Model> models_of(const Robot& robot) {
  std::vector<Model> out{Model::igm, Model::jacobian};
  if (static_cast<int>(robot.actuators.size()) >= robot.mobility.n) out.push_back(Model::idm);
  return out;
}

// Answers of 32 digits are those of doubles but for rounding, and lie in the intervals that the same inputs give as points.
TEST_P(OtherNumbers, AgreeAtAPoint) {
  if (!robot.has_closed_forms()) GTEST_SKIP() << "legs by Newton";
  std::mt19937_64 random(31);
  for (const Model model : models_of(robot)) {
    const State s = state_of(robot, model, random);
    const std::vector<DoubleDouble> fine = evaluate(s.program, numbers<DoubleDouble>(s.in));
    const std::vector<Interval> bounds = evaluate(s.program, numbers<Interval>(s.in));
    const std::vector<std::complex<double>> plane = evaluate(s.program, numbers<std::complex<double>>(s.in));
    const double size = largest(s.out);
    const bool bounded = !is_at_an_edge(s);
    for (std::size_t i = 0; i < s.out.size(); ++i) {
      EXPECT_NEAR(fine[i].high, s.out[i], 1e-9 * size) << s.program.outputs[i].name;
      EXPECT_TRUE(bounds[i].contains(s.out[i]) && bounds[i].contains(fine[i].high)) << s.program.outputs[i].name;
      if (bounded) {
        EXPECT_LT(bounds[i].width(), 1e-6 * size) << s.program.outputs[i].name;
      }
      EXPECT_NEAR(plane[i].real(), s.out[i], 1e-9 * size) << s.program.outputs[i].name;
      EXPECT_NEAR(plane[i].imag(), 0.0, 1e-12 * size) << s.program.outputs[i].name;
    }
  }
}

// Whatever the inputs are within their intervals, the answers are within the intervals that come out.
TEST_P(OtherNumbers, IntervalsHoldTheAnswersOfTheirNumbers) {
  if (!robot.has_closed_forms()) GTEST_SKIP() << "legs by Newton";
  std::mt19937_64 random(32);
  std::uniform_real_distribution<double> share(-1.0, 1.0);
  for (const Model model : models_of(robot)) {
    const State s = state_of(robot, model, random);
    for (const double half : {1e-9, 1e-5}) {
      std::vector<Interval> box;
      for (const double x : s.in) box.emplace_back(x - half, x + half);
      const std::vector<Interval> bounds = evaluate(s.program, box);
      for (int k = 0; k < 10; ++k) {
        std::vector<double> at = s.in;
        for (double& x : at) x += half * share(random);
        const std::vector<DoubleDouble> answer = evaluate(s.program, numbers<DoubleDouble>(at));
        for (std::size_t i = 0; i < answer.size(); ++i) {
          const bool known = !std::isnan(answer[i].high);
          EXPECT_TRUE(known ? bounds[i].contains(answer[i].high) : bounds[i].is_whole()) << s.program.outputs[i].name;
        }
      }
    }
  }
}

// A step off the real line gives the derivative [Squire, Trapp 1998]; a difference of 32 digits gives it too.
TEST_P(OtherNumbers, StepsOffTheRealLineAreDerivatives) {
  if (!robot.has_closed_forms()) GTEST_SKIP() << "legs by Newton";
  std::mt19937_64 random(33);
  for (const Model model : models_of(robot)) {
    const State s = state_of(robot, model, random);
    const std::vector<double> way = [&] {
      std::vector<double> out(s.in.size());
      for (double& x : out) x = std::uniform_real_distribution<double>(-1.0, 1.0)(random);
      return out;
    }();
    std::vector<std::complex<double>> off = numbers<std::complex<double>>(s.in);
    std::vector<DoubleDouble> ahead = numbers<DoubleDouble>(s.in), behind = ahead;
    for (std::size_t i = 0; i < way.size(); ++i) {
      off[i] += std::complex<double>(0.0, 1e-30 * way[i]);
      ahead[i] = ahead[i] + DoubleDouble(1e-10 * way[i]);
      behind[i] = behind[i] - DoubleDouble(1e-10 * way[i]);
    }
    const std::vector<std::complex<double>> slope = evaluate(s.program, off);
    const std::vector<DoubleDouble> up = evaluate(s.program, ahead), down = evaluate(s.program, behind);
    std::vector<double> expected;
    for (std::size_t i = 0; i < up.size(); ++i) expected.push_back(((up[i] - down[i]) / DoubleDouble(2e-10)).high);
    const double size = largest(expected);
    for (std::size_t i = 0; i < up.size(); ++i) EXPECT_NEAR(slope[i].imag() * 1e30, expected[i], 1e-8 * size) << s.program.outputs[i].name;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, OtherNumbers, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
