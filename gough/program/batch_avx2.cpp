#include "gough/program/batch_kernel.hpp"

void gough::run_batch_avx2(const BatchBlock& block) { Kernel<32>::run(block); }
