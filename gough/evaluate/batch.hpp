#pragma once

#include "gough/evaluate/batch_planner.hpp"

// Many states at once.
namespace gough {

enum class InstructionSet { automatic, generic, avx2, avx512 };
bool runs_here(InstructionSet set);

// A good stride for n states: columns an odd number of cache lines apart. Those a power of two apart push one another out of the cache.
inline std::size_t batch_stride(std::size_t n) {
  constexpr std::size_t kLine = 64 / sizeof(double);
  return kLine * ((n + kLine - 1) / kLine | 1);
}

// Interprets a Program. In a batch every step is applied to a block of states before the next one, with SIMD instructions, on a working set
// that stays in the cache. Sums of products are one step with fused multiply-adds, so that results differ from Program::evaluate by
// rounding; they are the same to the last bit for one state and a batch, and for any place in the batch.
class BatchEvaluator {
 public:
  explicit BatchEvaluator(const Program& program, InstructionSet instructions = InstructionSet::automatic);

  // One state. Several threads may call this, and `batch`.
  void operator()(const double* in, double* out) const;

  // Input i of state s is in[i * stride + s], output o is written to out[o * stride + s]; stride ≥ n. A thread keeps the working memory of
  // the largest program that it made or ran: its first call may allocate, unless it made the evaluator.
  void batch(std::size_t n, std::size_t stride, const double* in, double* out) const;

  InstructionSet instructions() const { return instructions_; }

 private:
  BatchPlan plan_;
  InstructionSet instructions_ = InstructionSet::generic;
  BatchKernel kernel_ = run_batch_generic, one_kernel_ = run_one_generic;
};

}  // namespace gough
