#include "gough/evaluate/machine_code.hpp"

#include <alloca.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

#include "gough/evaluate/assemble.hpp"
#include "gough/evaluate/estimate.hpp"
#include "gough/evaluate/packed_graph.hpp"
#include "gough/evaluate/schedule.hpp"

namespace gough {
namespace {

constexpr ScheduleOptions kSingleOrders[] = {{2, 6, false}, {2, 3, true}, {2, 4, false}};
constexpr ScheduleOptions kShortest{8, 4, false};
constexpr std::size_t kCached = 3600;  // operations of which the code stays in the processor's first cache

// For one state: the order that takes the fewest cycles by estimate; the shortest code where the processor waits for the code itself.
std::vector<std::uint8_t> single_function(const MachineGraph& graph, int registers) {
  const Schedule schedule(graph);
  if (schedule.operations.size() > kCached) return assemble(graph, allocate_registers(graph, schedule.order(kShortest), registers));
  RegisterAllocation best;
  int least = -1;
  for (const ScheduleOptions& options : kSingleOrders) {
    RegisterAllocation allocation = allocate_registers(graph, schedule.order(options), registers);
    const int cycles = estimated_cycles(allocation);
    if (least < 0 || cycles < least) best = std::move(allocation), least = cycles;
  }
  return assemble(graph, best);
}

// With more registers more may be under way.
std::vector<std::uint8_t> batch_function(const MachineGraph& packed, int states, int registers) {
  const MachineGraph graph = unpacked_graph(packed, states);
  return assemble(graph, allocate_registers(graph, Schedule(graph).order({2, registers / 8, false}), registers));
}

bool has(InstructionSet set) {
#ifdef __x86_64__
  if (set == InstructionSet::avx512 && !__builtin_cpu_supports("avx512vl")) return false;
#endif
  return (set == InstructionSet::avx2 || set == InstructionSet::avx512) && runs_here(InstructionSet::avx2) && runs_here(set);
}

// What stands in the way, or nothing.
const char* obstacle(InstructionSet set) {
  const char* wish = std::getenv("GOUGH_MACHINE_CODE");
  if (wish && std::strcmp(wish, "off") == 0) return "machine code is switched off by GOUGH_MACHINE_CODE";
  return has(set) ? nullptr : "this processor has no AVX2 with FMA, or not the instructions asked for";
}

constexpr double kAside = 1e-4;  // of the states in which machine code is checked, from home

// Rounding apart, of a state away from singularities. What is no number in one must be none in the other.
bool same_results(const double* got, const double* want, std::size_t n) {
  double largest = 0.0;
  for (std::size_t k = 0; k < n; ++k)
    if (std::isfinite(want[k])) largest = std::max(largest, std::abs(want[k]));
  for (std::size_t k = 0; k < n; ++k) {
    if (std::isfinite(got[k]) != std::isfinite(want[k])) return false;
    if (std::isfinite(got[k]) && std::abs(got[k] - want[k]) > 1e-6 * largest) return false;
  }
  return true;
}

}  // namespace

std::optional<MachineCode> make_machine_code(const Program& program, std::string* why_not, InstructionSet instructions) {
  const auto refused = [&](const char* why) {
    if (why_not) *why_not = why;
    return std::nullopt;
  };
  if (instructions == InstructionSet::automatic) instructions = has(InstructionSet::avx512) ? InstructionSet::avx512 : InstructionSet::avx2;
  if (const char* why = obstacle(instructions)) return refused(why);
  const bool wide = instructions == InstructionSet::avx512;
  const int states = wide ? 8 : 4, registers = wide ? kMostRegisters : kMostRegisters / 2;
  const MachineGraph packed = packed_graph(program);
  std::vector<std::uint8_t> bytes = single_function(packed, registers);
  bytes.resize((bytes.size() + 63) / 64 * 64);
  const std::size_t second = bytes.size();
  const std::vector<std::uint8_t> blocks = batch_function(packed, states, registers);
  bytes.insert(bytes.end(), blocks.begin(), blocks.end());
  MachineCode out;
  out.pages_ = ExecutablePages::make(bytes, why_not);
  if (!out.pages_) return std::nullopt;
  out.inputs_ = program.inputs.size(), out.outputs_ = program.outputs.size(), out.states_ = static_cast<std::size_t>(states);
  out.one_ = reinterpret_cast<decltype(out.one_)>(out.pages_->at(0));
  out.blocks_ = reinterpret_cast<decltype(out.blocks_)>(out.pages_->at(second));
  if (!out.agrees(program)) return refused("machine code and the program's plain evaluation differ");
  return out;
}

// The last states are done twice where they do not fill a vector. Programs without inputs or outputs have no memory for them.
void MachineCode::batch(std::size_t n, std::size_t stride, const double* in, double* out) const {
  if (n < states_) return padded(n, stride, in, out);
  blocks_(n / states_, stride * sizeof(double), in, out);
  if (n % states_ == 0) return;
  blocks_(1, stride * sizeof(double), inputs_ > 0 ? in + n - states_ : in, outputs_ > 0 ? out + n - states_ : out);
}

// Fewer states than a vector holds: the last one is repeated.
void MachineCode::padded(std::size_t n, std::size_t stride, const double* in, double* out) const {
  if (n == 0) return;
  double* full = static_cast<double*>(alloca((inputs_ + outputs_) * states_ * sizeof(double)));
  double* results = full + inputs_ * states_;
  for (std::size_t i = 0; i < inputs_; ++i)
    for (std::size_t s = 0; s < states_; ++s) full[i * states_ + s] = in[i * stride + std::min(s, n - 1)];
  blocks_(1, states_ * sizeof(double), full, results);
  for (std::size_t o = 0; o < outputs_; ++o) std::copy_n(results + o * states_, n, out + o * stride);
}

// States near home, where the program has an answer; any numbers for inputs that have no value there.
bool MachineCode::agrees(const Program& program) const {
  std::mt19937_64 random(20);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  std::vector<double> in(states_ * inputs_), out(states_ * outputs_), state(inputs_), one(outputs_), many(outputs_);
  for (std::size_t i = 0; i < inputs_; ++i) {
    const double home = program.inputs[i].example, span = kAside * std::max(1.0, std::abs(home));
    for (std::size_t s = 0; s < states_; ++s) in[i * states_ + s] = std::isnan(home) ? number(random) : home + span * number(random);
  }
  batch(states_, states_, in.data(), out.data());
  for (std::size_t s = 0; s < states_; ++s) {
    for (std::size_t i = 0; i < inputs_; ++i) state[i] = in[i * states_ + s];
    for (std::size_t o = 0; o < outputs_; ++o) many[o] = out[o * states_ + s];
    (*this)(state.data(), one.data());
    const std::vector<double> want = program.evaluate(state);
    if (!same_results(one.data(), want.data(), outputs_) || !same_results(many.data(), want.data(), outputs_)) return false;
  }
  return true;
}

}  // namespace gough
