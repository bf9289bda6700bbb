#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// Whether the roots of a leg's closed form vanish only where the leg is singular. A leg that constrains the platform is solved from some of
// its equations; two solutions of those may merge, and the root fold, where all of them together still tell the joints. Looks at seeded
// folded configurations. Reads robot.mobility: a leg that carries the platform alone is as singular as the free components are on it.
bool folds_are_singular(const Robot& robot, int leg, const LegSolver& solver);

// The same at poses of the robot, for one whose Ψ is constant: where a leg folds among the configurations that the platform allows it.
bool folds_are_singular_on_poses(const Robot& robot, int leg, const LegSolver& solver);

}  // namespace gough
