#include "gough/evaluate/batch_kernel.hpp"

void gough::run_batch_generic(const BatchBlock& block) { Kernel<16, kBatchBlock>::run(block); }
void gough::run_one_generic(const BatchBlock& block) { Kernel<sizeof(double), 1>::run(block); }
