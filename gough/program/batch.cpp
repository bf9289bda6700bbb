#include "gough/program/batch.hpp"

#include <alloca.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>

#include "gough/program/batch_planner.hpp"
#include "gough/program/helper_threads.hpp"

namespace gough {
namespace {

constexpr std::size_t kShare = 32 * kBatchBlock;  // states a thread takes at a time

InstructionSet best_here() {
  for (InstructionSet set : {InstructionSet::avx512, InstructionSet::avx2})
    if (runs_here(set)) return set;
  return InstructionSet::generic;
}

BatchKernel kernel_of(InstructionSet set) {
  if (set == InstructionSet::avx2) return run_batch_avx2;
  return set == InstructionSet::avx512 ? run_batch_avx512 : run_batch_generic;
}

BatchKernel one_kernel_of(InstructionSet set) {
  if (set == InstructionSet::avx2) return run_one_avx2;
  return set == InstructionSet::avx512 ? run_one_avx512 : run_one_generic;
}

// Memory on the boundary of a cache line, as much as was ever asked for.
class WorkingMemory {
 public:
  double* of(std::size_t size) {
    if (size > size_) numbers_.reset(new (std::align_val_t(64)) double[size]), size_ = size;
    return numbers_.get();
  }

 private:
  struct Free {
    void operator()(double* p) const { ::operator delete[](p, std::align_val_t(64)); }
  };
  std::unique_ptr<double[], Free> numbers_;
  std::size_t size_ = 0;
};
thread_local WorkingMemory working_memory;

constexpr std::size_t kOnTheStack = 4096;  // numbers

}  // namespace

bool runs_here(InstructionSet set) {
#ifdef __x86_64__
  if (set == InstructionSet::avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (set == InstructionSet::avx512) return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
#endif
  return set == InstructionSet::automatic || set == InstructionSet::generic;
}

BatchEvaluator::BatchEvaluator(const Program& program, const BatchOptions& options) {
  if (!runs_here(options.instructions)) throw std::invalid_argument("this processor does not have the instructions asked for");
  instructions_ = options.instructions == InstructionSet::automatic ? best_here() : options.instructions;
  kernel_ = kernel_of(instructions_);
  one_kernel_ = one_kernel_of(instructions_);
  threads_ = options.threads > 0 ? options.threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  BatchPlan plan = plan_batch(program);
  steps_ = std::move(plan.steps);
  constants_ = std::move(plan.constants);
  slots_ = plan.slots;
  working_memory.of(static_cast<std::size_t>(slots_) * kBatchBlock);
}

void BatchEvaluator::one(const double* in, double* out) const {
  const auto size = static_cast<std::size_t>(slots_);
  double* slots = size > kOnTheStack ? working_memory.of(size) : static_cast<double*>(alloca(size * sizeof(double)));
  one_kernel_({steps_.data(), steps_.size(), constants_.data(), slots, in, out, 1, 1});
}

void BatchEvaluator::on_this_thread(std::size_t n, std::size_t stride, const double* in, double* out) const {
  double* slots = working_memory.of(static_cast<std::size_t>(slots_) * kBatchBlock);
  for (std::size_t s = 0; s < n; s += kBatchBlock)
    kernel_({steps_.data(), steps_.size(), constants_.data(), slots, in + s, out + s, stride, std::min<std::size_t>(kBatchBlock, n - s)});
}

void BatchEvaluator::operator()(std::size_t n, std::size_t stride, const double* in, double* out) const {
  if (stride < n) throw std::invalid_argument("a batch's stride is shorter than the batch");
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t s; (s = next.fetch_add(kShare)) < n;) on_this_thread(std::min(kShare, n - s), stride, in + s, out + s);
  };
  const std::size_t helpers = std::min<std::size_t>(threads_, (n + kShare - 1) / kShare);
  std::vector<std::thread> threads = helper_threads(std::max<std::size_t>(helpers, 1) - 1, work);
  work();
  for (std::thread& t : threads) t.join();
}

}  // namespace gough
