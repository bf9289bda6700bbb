#pragma once

#include <optional>

#include "gough/kinematics/data.hpp"

namespace gough {

// A leg whose loops are parallelograms, seen without them: the arms whose couplers carry the tips stand where the tips' circles have their
// centres (`LegSolver::aside`). Joints keep their numbers; `followers` and the wrists behind couplers are for nobody to solve.
struct AsideLeg {
  Leg leg;
  std::vector<FollowingJoint> followers;
  std::vector<SolverStep> wrists;
  std::vector<int> moved;  // arms that are put aside
};

// Nothing where a loop is no parallelogram at home, or carries what that view does not know.
std::optional<AsideLeg> put_parallelograms_aside(const Leg& leg, const LegData<double>& home);

}  // namespace gough
