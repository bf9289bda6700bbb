#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gough/program/program.hpp"

// Programs at the speed of machine code, where there is a C compiler when the program runs: the emitted C is compiled once, kept in a cache
// and loaded.
namespace gough {

enum class Code {
  tuned,    // for this processor, one state with its legs in lanes
  portable  // what `gough compile --batch` writes, with the flags of its build file
};

class CompiledProgram {
 public:
  // One state.
  void operator()(const double* in, double* out) const { run_(in, out); }

  // Many: input i of state s at in[i * stride + s], outputs likewise; `in` and `out` must not overlap.
  void batch(std::size_t n, std::size_t stride, const double* in, double* out) const { run_batch_(n, stride, in, out); }

 private:
  friend std::optional<CompiledProgram> compile(const Program& program, std::string* why_not, Code code);
  std::shared_ptr<void> library_;  // keeps it loaded
  void (*run_)(const double*, double*) = nullptr;
  void (*run_batch_)(std::size_t, std::size_t, const double*, double*) = nullptr;
};

// Nothing, and the reason in `why_not`, where there is no compiler ($CC; else clang, cc or gcc on the PATH) or no folder to write to
// ($GOUGH_CACHE, else $XDG_CACHE_HOME/gough, else ~/.cache/gough), or where others could write to it (private_cache.hpp). Entries of the
// cache are named by source, compiler, flags and processor; a damaged one is made again; any number of threads and processes may share it.
std::optional<CompiledProgram> compile(const Program& program, std::string* why_not = nullptr, Code code = Code::tuned);

}  // namespace gough
