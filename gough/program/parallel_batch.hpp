#pragma once

#include "gough/program/compiled.hpp"

namespace gough {

// CompiledProgram::batch on several threads, as many as there are cores if `threads` is 0; small batches take fewer.
void parallel_batch(const CompiledProgram& program, std::size_t n, std::size_t stride, const double* in, double* out, int threads = 0);

}  // namespace gough
