#pragma once

#include <cstddef>
#include <cstdint>

// What the batch evaluator executes, shared by its planner and by the kernels of every instruction set. Only plain data: the kernels are
// compiled with flags of their own, so nothing they include may leave functions behind that other files would share.
namespace gough {

constexpr int kBatchTerms = 4;   // of a form
constexpr int kBatchBlock = 64;  // states at a time: a slot holds one number of each

// What a step does with blocks of numbers. Forms come first: (constant + Σ c_i x_i + Σ c_j a_j b_j) factor with so many of each.
enum class BatchKind : std::uint8_t {
  forms = 0,
  product = 4 * (kBatchTerms + 1) * (kBatchTerms + 1),  // a b
  product3,                                             // a b c
  divide,
  reciprocal,
  square_root,
  sine,
  cosine,
  arc_tangent,
  copy_sign,
  coulomb_sign,
  minimum,
  load,   // an input
  store,  // an output
  end,    // behind the last step
  count,
};
constexpr BatchKind batch_form(int linear, int products, bool constant, bool factor) {
  return static_cast<BatchKind>(((2 * factor + constant) * (kBatchTerms + 1) + linear) * (kBatchTerms + 1) + products);
}

struct BatchStep {
  BatchKind kind = BatchKind::count;
  std::int32_t out = 0;                            // slot; of a store: the output
  std::int32_t operand[2 * kBatchTerms + 1] = {};  // slots: x_i, then a_j, b_j, then the factor; of a load: the input
  std::int32_t constant[kBatchTerms + 1] = {};     // of the terms, then the constant
};

// One block of states, or one state with slots of one number. Input i of the block's state s is in[i * stride + s].
struct BatchBlock {
  const BatchStep* steps;  // the last one is `end`
  const double* constants;
  double* slots;
  const double* in;
  double* out;
  std::size_t stride;
  std::size_t states;  // at most kBatchBlock
};

using BatchKernel = void (*)(const BatchBlock&);
void run_batch_generic(const BatchBlock& block);
void run_batch_avx2(const BatchBlock& block);
void run_batch_avx512(const BatchBlock& block);
void run_one_generic(const BatchBlock& block);
void run_one_avx2(const BatchBlock& block);
void run_one_avx512(const BatchBlock& block);

}  // namespace gough
