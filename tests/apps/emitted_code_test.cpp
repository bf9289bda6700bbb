#include "apps/gough/emitted_code.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "gough/assembly/catalog.hpp"
#include "gough/program/models.hpp"
#include "tests/program/variable.hpp"

namespace gough {
namespace {

namespace fs = std::filesystem;
using command::compile_emitted;
using command::EmittedCode;

constexpr const char* kCompilers[] = {"gcc", "clang"};

// Temporary folders are made here, and counted.
class TemporaryFolders {
 public:
  TemporaryFolders() { fs::create_directories(folder_); }
  ~TemporaryFolders() { fs::remove_all(folder_); }
  bool empty() const { return fs::is_empty(folder_); }

 private:
  fs::path folder_ = fs::path(::testing::TempDir()) / ("gough_emitted_" + std::to_string(::getpid()));
  test::Variable variable_{"TMPDIR", folder_.string()};
};

bool on_path(const std::string& compiler) { return std::system((compiler + " --version > /dev/null 2>&1").c_str()) == 0; }

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

void expect_same(double got, double want) {
  if (std::isnan(want)) EXPECT_TRUE(std::isnan(got));
  else EXPECT_NEAR(got, want, 1e-14 * (1 + std::abs(want)));
}

// One by one and in batches of any size, against the plain evaluation.
void expect_right(const Program& program, const EmittedCode& code) {
  std::mt19937_64 random(3);
  constexpr std::size_t kStride = 23;
  const std::size_t inputs = program.inputs.size(), outputs = program.outputs.size();
  std::uniform_real_distribution<double> number(-3.0, 3.0);
  for (std::size_t n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 17, 23}) {
    std::vector<double> in(inputs * kStride), out(outputs * kStride, 123.0), state(inputs), one(outputs);
    for (double& x : in) x = number(random);
    code.batch(n, kStride, in.data(), out.data());
    for (std::size_t s = 0; s < kStride; ++s) {
      for (std::size_t i = 0; i < inputs; ++i) state[i] = in[i * kStride + s];
      const std::vector<double> want = program.evaluate(state);
      code(state.data(), one.data());
      for (std::size_t o = 0; o < outputs; ++o) {
        expect_same(one[o], want[o]);
        if (s < n) expect_same(out[o * kStride + s], want[o]);
        else EXPECT_EQ(out[o * kStride + s], 123.0) << "written beyond the " << n << " states";
      }
    }
  }
}

TEST(Emitted, EveryOperationOneByOneAndInBatchesOfAnySize) {
  const TemporaryFolders folders;
  const Program program = every_operation();
  int compilers = 0;
  for (const char* compiler : kCompilers) {
    if (!on_path(compiler)) continue;
    std::string why_not;
    const auto code = compile_emitted(program, compiler, {}, &why_not);
    ASSERT_TRUE(code) << why_not;
    EXPECT_TRUE(folders.empty()) << "something was left behind";
    expect_right(program, *code);
    ++compilers;
  }
  if (compilers == 0) GTEST_SKIP() << "no C compiler";
}

TEST(Emitted, WithoutACompilerTheReasonIsGiven) {
  const TemporaryFolders folders;
  std::string why_not;
  EXPECT_FALSE(compile_emitted(every_operation(), "no-such-compiler", {}, &why_not));
  EXPECT_EQ(why_not.rfind("no-such-compiler cannot be run", 0), 0u) << why_not;
  EXPECT_FALSE(compile_emitted(every_operation(), "false", {}, &why_not));
  EXPECT_EQ(why_not.rfind("false failed", 0), 0u) << why_not;
  EXPECT_FALSE(compile_emitted(every_operation(), "cc; true", {}, &why_not)) << "by a shell";
  EXPECT_TRUE(folders.empty());
  const test::Variable nowhere("TMPDIR", "/dev/null/nowhere");
  EXPECT_FALSE(compile_emitted(every_operation(), "gcc", {}, &why_not));
  EXPECT_FALSE(why_not.empty());
}

TEST(Emitted, ModelsOfARobot) {
  const Program program = record(load_robot("delta"), {Model::idm});
  for (const char* compiler : kCompilers) {
    if (!on_path(compiler)) continue;
    const auto code = compile_emitted(program, compiler);
    ASSERT_TRUE(code);
    const std::vector<double> state{0.1, -0.05, -0.7, 1, 2, 3, 4, 5, 6}, want = program.evaluate(state);
    std::vector<double> got(want.size());
    (*code)(state.data(), got.data());
    for (std::size_t o = 0; o < want.size(); ++o) EXPECT_NEAR(got[o], want[o], 1e-12 * (1 + std::abs(want[o]))) << compiler;
  }
}

}  // namespace
}  // namespace gough
