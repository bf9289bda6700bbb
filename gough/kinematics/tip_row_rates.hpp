#pragma once

#include "gough/kinematics/data.hpp"

// Time derivatives of the rows of tips and loops: the bias Ḃ_i V_N − J̇_i q̇_i of
// docs/theory.md (3.1), and J̇_i and Ḃ_i themselves.
namespace gough {

// Right side of (3.1): the nacelle's acceleration at the tips minus the leg's with q̈ = 0. Reads bodies, velocities and these accelerations;
// fills leg.bias.
template <class T>
void tip_bias(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// Time derivatives of J_i and B_i. Reads bodies and velocities; fills dJ and dB.
template <class T>
void tip_jacobian_rates(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, MatX<T>& dJ,
                        MatX<T>& dB);

// Bias and rates of K_N of the nacelle's loops, K_N V_N = 0, written into `out` from `row` on. Return the next row.
template <class T>
int loop_bias(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row);
template <class T>
int loop_jacobian_rates(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row);

}  // namespace gough
