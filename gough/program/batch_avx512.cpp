#include "gough/program/batch_kernel.hpp"

void gough::run_batch_avx512(const BatchBlock& block) { Kernel<64>::run(block); }
