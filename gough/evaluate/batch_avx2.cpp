#include "gough/evaluate/batch_kernel.hpp"

void gough::run_batch_avx2(const BatchBlock& block) { Kernel<32, kBatchBlock>::run(block); }
void gough::run_one_avx2(const BatchBlock& block) { Kernel<sizeof(double), 1>::run(block); }
