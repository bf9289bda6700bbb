#pragma once

#include "gough/kinematics/data.hpp"

// Time derivatives of the rows of tips and nacelle loops: the bias Ḃ V_N − J̇ q̇, and J̇ and Ḃ themselves.
namespace gough {

// Right side of J_i q̈_i = …: the nacelle's acceleration at the tips less the leg's with q̈ = 0. Reads bodies, velocities and those
// accelerations; fills leg.bias.
template <class T>
void tip_bias(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// Time derivatives of J_i and B_i. Reads bodies and velocities; fills dJ and dB.
template <class T>
void tip_jacobian_rates(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, MatX<T>& dJ,
                        MatX<T>& dB);

// The same for the nacelle's loops, into the rows of `out` from `row` on: K_N V_N = 0. Returns the next row.
template <class T>
int loop_bias(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row);
template <class T>
int loop_jacobian_rates(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row);

}  // namespace gough
