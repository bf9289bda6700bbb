#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <stdexcept>

#include "gough/simulation/integrator.hpp"
#include "gough/simulation/stiff.hpp"

namespace gough {
namespace {

int derivative(realtype t, N_Vector y, N_Vector dy, void* flow) {
  return (*static_cast<Flow*>(flow))(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy)) ? 0 : 1;  // 1: try a smaller step
}

void silent(int, const char*, const char*, char*, void*) {}

}  // namespace

struct StiffSolver::Memory {
  SUNContext context = nullptr;
  N_Vector y = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;
  void* cvode = nullptr;

  ~Memory() {
    CVodeFree(&cvode);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(y);
    SUNContext_Free(&context);
  }
};

StiffSolver::StiffSolver(int size, double relative, double absolute) : memory_(std::make_unique<Memory>()) {
  Memory& m = *memory_;
  SUNContext_Create(nullptr, &m.context);
  m.y = N_VNew_Serial(size, m.context);
  N_VConst(0.0, m.y);
  m.matrix = SUNDenseMatrix(size, size, m.context);
  m.solver = SUNLinSol_Dense(m.y, m.matrix, m.context);
  m.cvode = CVodeCreate(CV_BDF, m.context);
  const bool made = m.cvode && CVodeInit(m.cvode, derivative, 0.0, m.y) == CV_SUCCESS &&
                    CVodeSStolerances(m.cvode, relative, absolute) == CV_SUCCESS &&
                    CVodeSetLinearSolver(m.cvode, m.solver, m.matrix) == CV_SUCCESS;
  if (!made) throw std::runtime_error("CVODE cannot be set up");
  CVodeSetMaxNumSteps(m.cvode, 100000);
  CVodeSetErrHandlerFn(m.cvode, silent, nullptr);
}

StiffSolver::~StiffSolver() = default;

bool StiffSolver::built_in() { return true; }

Outcome StiffSolver::advance(Flow& flow, double t, double h, VecX<double>& y) {
  Memory& m = *memory_;
  std::copy(y.begin(), y.end(), N_VGetArrayPointer(m.y));
  CVodeReInit(m.cvode, t, m.y);
  CVodeSetUserData(m.cvode, &flow);
  CVodeSetStopTime(m.cvode, t + h);
  realtype reached = t;
  const int flag = CVode(m.cvode, t + h, m.y, &reached, CV_NORMAL);
  std::copy(N_VGetArrayPointer(m.y), N_VGetArrayPointer(m.y) + y.size(), y.begin());
  if (flag == CV_SUCCESS || flag == CV_TSTOP_RETURN) return {};
  const bool out_of_reach = flag == CV_REPTD_RHSFUNC_ERR || flag == CV_FIRST_RHSFUNC_ERR || flag == CV_UNREC_RHSFUNC_ERR;
  return {out_of_reach ? Status::unreachable : Status::not_converged, reached};
}

}  // namespace gough
