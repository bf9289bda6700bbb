#pragma once

#include <memory>

#include "gough/math/status.hpp"
#include "gough/math/types.hpp"

namespace gough {

class Flow;

// Backward differentiation formulas with Newton's method, CVODE of SUNDIALS where the library was built with it. stiff_sundials.cpp or
// stiff_missing.cpp is compiled.
class StiffSolver {
 public:
  // Throws InputError where it is not built in.
  StiffSolver(int size, double relative, double absolute);
  ~StiffSolver();

  static bool built_in();

  Outcome advance(Flow& flow, double t, double h, VecX<double>& y);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace gough
