#include "gough/evaluate/batch_kernel.hpp"

void gough::run_batch_avx512(const BatchBlock& block) { Kernel<64, kBatchBlock>::run(block); }
void gough::run_one_avx512(const BatchBlock& block) { Kernel<sizeof(double), 1>::run(block); }
