#include "gough/model/input_error.hpp"
#include "gough/simulation/stiff.hpp"

namespace gough {

struct StiffSolver::Memory {};

StiffSolver::StiffSolver(int, double, double) {
  throw InputError({}, "method 'stiff' is not built in: it needs SUNDIALS when the library is configured; use 'dormand_prince'");
}

StiffSolver::~StiffSolver() = default;

bool StiffSolver::built_in() { return false; }

Outcome StiffSolver::advance(Flow&, double, double, VecX<double>&) { return {Status::not_converged, 0.0}; }

}  // namespace gough
