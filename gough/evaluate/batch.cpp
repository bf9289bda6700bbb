#include "gough/evaluate/batch.hpp"

#include <alloca.h>

#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>

namespace gough {
namespace {

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

BatchEvaluator::BatchEvaluator(const Program& program, InstructionSet instructions) {
  if (!runs_here(instructions)) throw std::invalid_argument("this processor does not have the instructions asked for");
  instructions_ = instructions == InstructionSet::automatic ? best_here() : instructions;
  kernel_ = kernel_of(instructions_);
  one_kernel_ = one_kernel_of(instructions_);
  plan_ = plan_batch(program);
  working_memory.of(std::max(static_cast<std::size_t>(plan_.one.slots), static_cast<std::size_t>(plan_.many.slots) * kBatchBlock));
}

void BatchEvaluator::operator()(const double* in, double* out) const {
  const auto size = static_cast<std::size_t>(plan_.one.slots);
  double* slots = size > kOnTheStack ? working_memory.of(size) : static_cast<double*>(alloca(size * sizeof(double)));
  one_kernel_({plan_.one.steps.data(), plan_.constants.data(), slots, in, out, 1, 1});
}

void BatchEvaluator::batch(std::size_t n, std::size_t stride, const double* in, double* out) const {
  if (stride < n) throw std::invalid_argument("a batch's stride is shorter than the batch");
  double* slots = working_memory.of(static_cast<std::size_t>(plan_.many.slots) * kBatchBlock);
  for (std::size_t s = 0; s < n; s += kBatchBlock)
    kernel_({plan_.many.steps.data(), plan_.constants.data(), slots, in + s, out + s, stride, std::min<std::size_t>(kBatchBlock, n - s)});
}

}  // namespace gough
