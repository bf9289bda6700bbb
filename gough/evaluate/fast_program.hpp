#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "gough/program/program.hpp"

namespace gough {

// A Program made ready to run: machine code where the machine has it, else interpreted. Results differ from Program::evaluate by rounding;
// those of a state are the same to the last bit by itself and in a batch, whatever the batch's size, its place there and the thread. Any
// number of threads may call one; copies are cheap and share what was made.
class FastProgram {
 public:
  explicit FastProgram(const Program& program);

  // Interpreted even where there could be machine code, to compare with.
  static FastProgram interpreted(const Program& program);

  // One state; `in` and `out` must not overlap. Allocates nothing; only an interpreted program of thousands of numbers at once may, in the
  // first call of a thread that did not make it.
  void operator()(const double* in, double* out) const;

  // Many, on the calling thread: input i of state s at in[i * stride + s], outputs likewise; stride ≥ n; `in` and `out` must not overlap.
  // Machine code allocates nothing; interpreted, the first call of a thread that did not make the program may.
  void batch(std::size_t n, std::size_t stride, const double* in, double* out) const;

  // The same on several threads, as many as there are cores if `threads` is 0; small batches take fewer.
  void batch(std::size_t n, std::size_t stride, const double* in, double* out, int threads) const;

  bool is_machine_code() const;
  const std::string& why_not() const;  // empty where there is machine code
  std::size_t inputs() const;
  std::size_t outputs() const;

 private:
  struct Ready;
  std::shared_ptr<const Ready> ready_;

  explicit FastProgram(std::shared_ptr<const Ready> ready);
};

}  // namespace gough
