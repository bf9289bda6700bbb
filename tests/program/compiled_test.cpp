#include "gough/program/compiled.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "gough/io/fresh_file.hpp"
#include "gough/program/c_compiler.hpp"
#include "gough/program/library_outputs.hpp"
#include "tests/dynamics/states.hpp"
#include "tests/program/variable.hpp"

namespace gough {
namespace {

namespace fs = std::filesystem;
using test::Variable;

// A cache of its own, empty at first.
struct FreshCache {
  fs::path folder = fs::path(::testing::TempDir()) / ("gough_cache_" + std::to_string(::getpid()));
  Variable variable{"GOUGH_CACHE", folder.string()};
  FreshCache() { fs::remove_all(folder); }
  ~FreshCache() { fs::remove_all(folder); }

  std::vector<fs::path> entries() const {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(folder)) out.push_back(entry.path());
    return out;
  }
};

// Every operation there is.
Program every_operation() {
  Recorder recorder("every");
  const Recorded a = recorder.input("a", "1"), b = recorder.input("b", "1"), c = recorder.input("c", "1");
  recorder.output("root", "1", sqrt(a * a + b * b + 0.5) / (c * c + 1.25));
  recorder.output("signs", "1", copysign(a, b) * coulomb_sign(c) - smaller(a * b, c));
  recorder.output("angles", "1", sin(a) * cos(b) + 1.0 / (2.0 + cos(c)));
  recorder.output("constant", "1", -0.75);
  recorder.output("input", "1", b);
  recorder.output("none", "1", sqrt(a));
  return recorder.finish();
}

std::vector<double> columns(int rows, std::size_t stride, std::mt19937_64& random) {
  const VecX<double> v = 3.0 * random_vector(rows * static_cast<int>(stride), random);
  return {v.begin(), v.end()};
}

void expect_same(double got, double want) {
  if (std::isnan(want)) EXPECT_TRUE(std::isnan(got));
  else EXPECT_NEAR(got, want, 1e-14 * (1 + std::abs(want)));
}

class Compiled : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!find_c_compiler()) GTEST_SKIP() << "no C compiler";
  }
};

void expect_every_operation(Code code) {
  const Program program = every_operation();
  std::string why_not;
  const std::optional<CompiledProgram> compiled = compile(program, &why_not, code);
  ASSERT_TRUE(compiled) << why_not;
  std::mt19937_64 random(3);
  const std::size_t stride = 23;
  const int outputs = static_cast<int>(program.outputs.size());
  for (std::size_t n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 17, 23}) {
    const std::vector<double> in = columns(3, stride, random);
    std::vector<double> out(outputs * stride, 123.0);
    compiled->batch(n, stride, in.data(), out.data());
    for (std::size_t s = 0; s < stride; ++s) {
      const std::vector<double> state{in[s], in[stride + s], in[2 * stride + s]};
      const std::vector<double> want = program.evaluate(state);
      std::vector<double> one(outputs);
      (*compiled)(state.data(), one.data());
      for (int o = 0; o < outputs; ++o) {
        expect_same(one[o], want[o]);
        if (s < n) expect_same(out[o * stride + s], want[o]);
        else EXPECT_EQ(out[o * stride + s], 123.0) << "written beyond the " << n << " states";
      }
    }
  }
}

TEST_F(Compiled, WhatAKilledProcessHasLeftInTheCacheIsRemoved) {
  const FreshCache cache;
  fs::create_directories(cache.folder);
  fs::permissions(cache.folder, fs::perms::owner_all);
  const pid_t child = ::fork();
  if (child == 0) {
    fs::create_directory(temporary_name(cache.folder / "making"));
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  ASSERT_EQ(cache.entries().size(), 1u);
  ASSERT_TRUE(compile(every_operation()));
  ASSERT_EQ(cache.entries().size(), 1u);
  EXPECT_EQ(cache.entries()[0].extension(), ".so");
}

TEST_F(Compiled, EveryOperationOneByOneAndInBatchesOfAnySize) {
  const FreshCache cache;
  for (const char* compiler : {"gcc", "clang"})
    for (Code code : {Code::tuned, Code::portable}) {
      const Variable cc("CC", compiler);
      if (find_c_compiler()) expect_every_operation(code);
    }
}

TEST_F(Compiled, TheCacheIsUsedAndDamagedEntriesAreMadeAgain) {
  const FreshCache cache;
  const Program program = every_operation();
  ASSERT_TRUE(compile(program));
  ASSERT_EQ(cache.entries().size(), 1u);
  const fs::path entry = cache.entries()[0];
  const auto written = fs::last_write_time(entry);
  ASSERT_TRUE(compile(program));
  EXPECT_EQ(fs::last_write_time(entry), written);
  fs::resize_file(entry, fs::file_size(entry) / 2);
  ASSERT_TRUE(compile(program));
  EXPECT_EQ(cache.entries().size(), 1u);
  std::ofstream(entry) << "not a shared object";
  const std::optional<CompiledProgram> compiled = compile(program);
  ASSERT_TRUE(compiled);
  const double in[] = {1, 2, 3};
  double out[6];
  (*compiled)(in, out);
  EXPECT_EQ(out[4], 2.0);
}

TEST_F(Compiled, ManyThreadsMayMakeTheSameEntry) {
  const FreshCache cache;
  const Program program = every_operation();
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int k = 0; k < 4; ++k) threads.emplace_back([&] { good += compile(program).has_value(); });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(good, 4);
  EXPECT_EQ(cache.entries().size(), 1u) << "something was left behind";
}

TEST_F(Compiled, ACompilerIsAProgramAndNotAShellCommand) {
  const FreshCache cache;
  const fs::path trace = cache.folder.string() + ".trace";
  const Variable cc("CC", "cc; touch " + trace.string());
  std::string why_not;
  EXPECT_FALSE(compile(every_operation(), &why_not));
  EXPECT_FALSE(fs::exists(trace));
}

TEST_F(Compiled, WhatCannotBeReachedIsNotANumber) {
  const Robot robot = load_robot("delta");
  const FreshCache cache;
  const std::optional<CompiledProgram> compiled = compile(record(robot, {Model::igm}));
  ASSERT_TRUE(compiled);
  double out[6];
  const double reachable[] = {0, 0, -0.7}, far[] = {0, 0, -3};
  (*compiled)(reachable, out);
  for (double x : out) EXPECT_FALSE(std::isnan(x));
  (*compiled)(far, out);
  for (double x : out) EXPECT_TRUE(std::isnan(x));
}

TEST(Uncompiled, TheReasonIsGiven) {
  const FreshCache cache;
  std::string why_not;
  {
    const Variable cc("CC", "/nonexistent/cc");
    EXPECT_FALSE(compile(every_operation(), &why_not));
    EXPECT_NE(why_not.find("no C compiler"), std::string::npos) << why_not;
  }
  {
    const Variable cc("CC", "false");
    EXPECT_FALSE(compile(every_operation(), &why_not));
    EXPECT_NE(why_not.find("failed (exit code 1)"), std::string::npos) << why_not;
  }
  const Variable nowhere("GOUGH_CACHE", "/dev/null/cache");
  if (!find_c_compiler()) return;
  EXPECT_FALSE(compile(every_operation(), &why_not));
  EXPECT_NE(why_not.find("GOUGH_CACHE"), std::string::npos) << why_not;
}

// Compiled models against the library, state by state.
class CompiledModels : public test::Catalog {
 protected:
  static constexpr std::size_t kSmall = 8000;  // operations; larger ones take long to compile and are for sweeps of 1000 samples

  void expect_library(const ModelChoice& choice) {
    const Program program = record(robot, choice);
    if (program.code.size() > kSmall && test::samples < 1000) return;
    std::string why_not;
    const std::optional<CompiledProgram> compiled = compile(program, &why_not);
    ASSERT_TRUE(compiled) << why_not;
    std::mt19937_64 random(311);
    const std::size_t n = test::samples, ni = program.inputs.size(), no = program.outputs.size();
    std::vector<double> columns(ni * n), answers(no * n), got(no), batched(no);
    std::vector<std::vector<double>> expected;
    for (std::size_t s = 0; s < n; ++s) {
      test::State state(robot, random, false);
      const VecX<double> effort = 10 * random_vector(static_cast<int>(robot.actuators.size()), random);
      const std::vector<double> in = program_inputs(robot, choice, state.kinematics, effort);
      for (std::size_t i = 0; i < ni; ++i) columns[i * n + s] = in[i];
      expected.push_back(library_outputs(robot, choice, {}, state.kinematics, effort));
      (*compiled)(in.data(), got.data());
      expect_near(got, expected.back(), program.name, s);
      if (HasFailure()) return;
    }
    compiled->batch(n, n, columns.data(), answers.data());
    for (std::size_t s = 0; s < n && !HasFailure(); ++s) {
      for (std::size_t o = 0; o < no; ++o) batched[o] = answers[o * n + s];
      expect_near(batched, expected[s], program.name + ", batch", s);
    }
  }

  static void expect_near(const std::vector<double>& got, const std::vector<double>& want, const std::string& name, std::size_t state) {
    ASSERT_EQ(want.size(), got.size());
    const auto size = static_cast<Eigen::Index>(got.size());
    const Eigen::Map<const VecX<double>> a(got.data(), size), b(want.data(), size);
    EXPECT_LT(test::relative_error(a, b), 1e-12) << name << ", state " << state;
  }
};

TEST_P(CompiledModels, EqualTheLibrary) {
  if (!find_c_compiler()) GTEST_SKIP() << "no C compiler";
  const Variable cache("GOUGH_CACHE", ::testing::TempDir() + "gough_compiled_models_" + std::to_string(::getuid()));
  for (Model model : {Model::igm, Model::rates, Model::jacobian, Model::idm, Model::ddm, Model::mass}) expect_library({model});
}

INSTANTIATE_TEST_SUITE_P(Robots, CompiledModels, ::testing::ValuesIn(catalog()), test::robot_name);

}  // namespace
}  // namespace gough
