#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// Whether two solutions of a leg's closed form merge (its square root vanishes: a fold) only where the leg is singular. The closed form of
// a leg that constrains the platform uses only some of the leg's equations, and may fold where all of them together still determine the
// joints; it is not used then. Tests seeded folded configurations. Reads robot.mobility, to judge a leg that carries the platform alone by
// the free components.
bool folds_are_singular(const Robot& robot, int leg, const LegSolver& solver);

// The same for a robot with constant Ψ, tested only at folded configurations of the leg that the platform's freedoms allow.
bool folds_are_singular_on_poses(const Robot& robot, int leg, const LegSolver& solver);

}  // namespace gough
