// Machine code made in memory beside what clang and gcc make of the same programs, and beside the interpreter:
//   gough_machine_code_benchmark [--avx2] [--making] [ROBOT ...]
// Processor time, both in turn, medians of nine rounds; the ratio is that of the times, below 1 where machine code in memory is quicker.
// The interpreter's time is that of one operation. With --making: how long machine code takes to be made, of regressors too, and its bytes.
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "apps/gough/emitted_code.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/codegen/emit_project.hpp"
#include "gough/evaluate/batch.hpp"
#include "gough/evaluate/fast_program.hpp"
#include "gough/evaluate/machine_code.hpp"

namespace {

constexpr std::size_t kSampled = 1024;
constexpr int kRounds = 9;

// Processor time of this thread: what others do on the machine disturbs it least.
double seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double median(std::vector<double> x) {
  std::nth_element(x.begin(), x.begin() + x.size() / 2, x.end());
  return x[x.size() / 2];
}

// A model's sampled states, row by row and column by column.
struct Samples {
  gough::EmittedModel model;
  std::size_t inputs, outputs, stride = gough::batch_stride(kSampled);
  std::vector<double> rows, columns, out;

  Samples(const gough::Robot& robot, gough::Model what)
      : model(gough::emitted_model(robot, {what}, {}, kSampled, 7)),
        inputs(model.program.inputs.size()),
        outputs(model.program.outputs.size()),
        rows(inputs * kSampled),
        columns(inputs * stride),
        out(outputs * stride) {
    for (std::size_t s = 0; s < kSampled; ++s)
      for (std::size_t i = 0; i < inputs; ++i) rows[s * inputs + i] = columns[i * stride + s] = model.inputs[s][i];
  }

  template <class Code>
  std::function<void()> one_by_one(const Code& code) {
    return [this, &code] {
      for (std::size_t s = 0; s < kSampled; ++s) code(&rows[s * inputs], out.data());
    };
  }
  template <class Code>
  std::function<void()> at_once(const Code& code) {
    return [this, &code] { code.batch(kSampled, stride, columns.data(), out.data()); };
  }
};

// Microseconds a state, of both in turn, each round as long as a millisecond or two.
std::pair<double, double> in_turn(const std::function<void()>& a, const std::function<void()>& b) {
  const double start = seconds();
  b();
  const int times = std::max(1, static_cast<int>(2e-3 / (seconds() - start)));
  const auto measured = [times](const std::function<void()>& f) {
    const double begin = seconds();
    for (int k = 0; k < times; ++k) f();
    return 1e6 * (seconds() - begin) / (times * kSampled);
  };
  std::vector<double> first, second;
  for (int r = 0; r < kRounds; ++r) {
    first.push_back(measured(a));
    second.push_back(measured(b));
  }
  return {median(first), median(second)};
}

double making_time(const gough::Program& program, gough::InstructionSet instructions) {
  std::vector<double> out;
  for (int r = 0; r < kRounds; ++r) {
    const double start = seconds();
    gough::make_machine_code(program, nullptr, instructions);
    out.push_back(1e3 * (seconds() - start));
  }
  return median(out);
}

// Times of one state and of a batch by machine code and by a compiler, and their ratios.
void compare_with(const std::string& compiler, const std::vector<std::string>& flags, const gough::MachineCode& ours, Samples& samples) {
  std::string why_not;
  const auto theirs = gough::command::compile_emitted(samples.model.program, compiler, flags, &why_not);
  if (!theirs) return void(std::printf("  no %s: %s", compiler.c_str(), why_not.c_str()));
  const auto one = in_turn(samples.one_by_one(ours), samples.one_by_one(*theirs));
  const auto many = in_turn(samples.at_once(ours), samples.at_once(*theirs));
  std::printf(" %9.4f %9.4f %6.3f %9.4f %9.4f %6.3f", one.first, one.second, one.first / one.second, many.first, many.second,
              many.first / many.second);
}

void compare(const std::string& name, gough::Model what, gough::InstructionSet instructions) {
  Samples samples(gough::load_robot(name), what);
  const gough::Program& program = samples.model.program;
  std::string why_not;
  const auto ours = gough::make_machine_code(program, &why_not, instructions);
  if (!ours) return void(std::printf("%-24s no machine code: %s\n", program.name.c_str(), why_not.c_str()));
  const auto interpreter = gough::FastProgram::interpreted(program);
  const double interpreted = in_turn(samples.one_by_one(*ours), samples.one_by_one(interpreter)).second;
  std::printf("%-24s %6zu %7.1f %6.3f", program.name.c_str(), program.code.size(), making_time(program, instructions),
              1e3 * interpreted / program.count().total());
  const std::vector<std::string> flags(instructions == gough::InstructionSet::avx2 ? 1 : 0, "-mno-avx512f");
  for (const char* compiler : {"clang", "gcc"}) compare_with(compiler, flags, *ours, samples);
  std::printf("\n");
  std::fflush(stdout);
}

// Tells whether the code is what it was.
std::uint64_t checksum(const gough::ExecutablePages& pages) {
  std::uint64_t out = 0;
  const auto* bytes = static_cast<const std::uint8_t*>(pages.at(0));
  for (std::size_t k = 0; k < pages.size(); ++k) out = (out ^ bytes[k]) * 0x100000001B3ull;
  return out;
}

void print_making(const std::string& name, gough::Model what, gough::InstructionSet instructions) try {
  const gough::Program program = gough::record(gough::load_robot(name), {what});
  const auto code = gough::make_machine_code(program, nullptr, instructions);
  if (!code) return;
  std::printf("%-28s %6zu %8.2f %8zu %016llx\n", program.name.c_str(), program.code.size(), making_time(program, instructions),
              code->pages().size(), static_cast<unsigned long long>(checksum(code->pages())));
  std::fflush(stdout);
} catch (const gough::InputError&) {
}

bool has_option(std::vector<std::string>& arguments, const char* option) { return std::erase(arguments, option) > 0; }

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> robots(argv + 1, argv + argc);
  const auto instructions = has_option(robots, "--avx2") ? gough::InstructionSet::avx2 : gough::InstructionSet::automatic;
  const bool making = has_option(robots, "--making");
  if (robots.empty()) robots = gough::catalog();
  if (making) {
    std::printf("%-28s %6s %8s %8s %16s\n", "program", "length", "made/ms", "bytes", "checksum");
    for (gough::Model what : {gough::Model::idm, gough::Model::ddm, gough::Model::regressor})
      for (const std::string& robot : robots) print_making(robot, what, instructions);
    return 0;
  }
  std::printf("%-24s %6s %7s %6s", "program", "length", "made/ms", "ns/op");
  for (const char* compiler : {"clang", "gcc"})
    std::printf(" %9s %9s %6s %9s %9s %6s", "one/us", compiler, "ratio", "batch/us", compiler, "ratio");
  std::printf("\n");
  for (const std::string& robot : robots)
    for (gough::Model what : {gough::Model::idm, gough::Model::ddm}) compare(robot, what, instructions);
}
