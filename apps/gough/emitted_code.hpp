#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gough/io/whole_folder.hpp"
#include "gough/program/program.hpp"

// What a C compiler makes of a program's emitted C: for comparisons only.
namespace gough::command {

// The first of these files, compiled and loaded; the others are those that it includes. `operations`: about how long it is. Throws
// InputError.
std::shared_ptr<void> compiled_library(const std::vector<NamedText>& files, std::size_t operations, const std::string& compiler,
                                       const std::vector<std::string>& flags = {});

class EmittedCode {
 public:
  // One state.
  void operator()(const double* in, double* out) const { run_(in, out); }

  // Many: input i of state s at in[i * stride + s], outputs likewise; `in` and `out` must not overlap.
  void batch(std::size_t n, std::size_t stride, const double* in, double* out) const { run_batch_(n, stride, in, out); }

 private:
  friend std::optional<EmittedCode> compile_emitted(const Program&, const std::string&, const std::vector<std::string>&, std::string*);
  std::shared_ptr<void> library_;  // keeps it loaded
  void (*run_)(const double*, double*) = nullptr;
  void (*run_batch_)(std::size_t, std::size_t, const double*, double*) = nullptr;
};

// What `gough compile --simd --batch` writes, for this processor, by "clang" or "gcc" from the PATH, with `flags` behind ours. Made in a
// new folder of the temporary ones, which only the user can open and which is gone when this returns. Nothing, and the reason in `why_not`,
// where that fails.
std::optional<EmittedCode> compile_emitted(const Program& program, const std::string& compiler, const std::vector<std::string>& flags = {},
                                           std::string* why_not = nullptr);

}  // namespace gough::command
