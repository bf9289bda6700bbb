#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/kinematics/subproblems.hpp"

namespace gough {

// Inverse geometry of one leg with a closed form: joint positions that put its tips on the
// nacelle. Reads the nacelle's bodies and leg.solver; fills q, body and reach of the leg.
// [BK] calls this the inverse geometric model of the leg; the cases are in docs/kinematics.md.
template <class T>
void solve_leg(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data, Poses poses = Poses::on_manifold);

}  // namespace gough
