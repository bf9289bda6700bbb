#include "gough/program/batch_kernel.hpp"

void gough::run_batch_generic(const BatchBlock& block) { Kernel<16>::run(block); }
