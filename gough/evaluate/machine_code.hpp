#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "gough/evaluate/batch.hpp"
#include "gough/evaluate/executable_pages.hpp"

// Programs as machine code, made in memory by the library itself within milliseconds: x86-64 with AVX2 and FMA, or with AVX-512.
namespace gough {

// Results differ from Program::evaluate by rounding: sums of products are fused and added in another order. A state's result is the same
// to the last bit by itself and in a batch, whatever the batch's size, its place there, the thread and the instructions; only the sign of a
// NaN is open. Calls allocate nothing, and any number of threads may make them.
class MachineCode {
 public:
  // One state; `in` and `out` must not overlap.
  void operator()(const double* in, double* out) const { one_(in, out); }

  // Many: input i of state s at in[i * stride + s], outputs likewise; stride ≥ n; `in` and `out` must not overlap.
  void batch(std::size_t n, std::size_t stride, const double* in, double* out) const;

  const ExecutablePages& pages() const { return *pages_; }

 private:
  friend std::optional<MachineCode> make_machine_code(const Program& program, std::string* why_not, InstructionSet instructions);
  std::shared_ptr<const ExecutablePages> pages_;
  std::size_t inputs_ = 0, outputs_ = 0;
  std::size_t states_ = 4;  // of a vector
  void (*one_)(const double*, double*) = nullptr;
  void (*blocks_)(std::size_t, std::size_t, const double*, double*) = nullptr;

  void padded(std::size_t n, std::size_t stride, const double* in, double* out) const;
  bool agrees(const Program& program) const;
};

// For avx2 or avx512, by itself the best that the processor has. Nothing, and the reason in `why_not`, where it lacks the instructions,
// where the system refuses executable memory, where GOUGH_MACHINE_CODE=off is in the environment, or where sampled states differ from
// Program::evaluate.
std::optional<MachineCode> make_machine_code(const Program& program, std::string* why_not = nullptr,
                                             InstructionSet instructions = InstructionSet::automatic);

}  // namespace gough
