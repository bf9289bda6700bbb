#pragma once

#include "gough/kinematics/data.hpp"

// The rows that tips and nacelle loops write: J_i q̇_i = B_i V_N (2.1), the residual whose rate
// they are, and the bias Ḃ V_N − J̇ q̇.
namespace gough {

// Reads bodies of leg and nacelle; fills leg.residual.
template <class T>
void tip_residuals(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// Whether the axes of closed revolute and rigid tips point the same way and not against each other, where the residuals
// vanish too.
bool tips_aligned(const Leg& leg, const NacelleData<double>& nacelle, const LegData<double>& data);

// Reads bodies of leg and nacelle; fills leg.J.a (unfactored) and, where asked for, leg.B.
template <class T>
void tip_jacobians(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data, bool with_B);

// Reads bodies and velocities, and the accelerations found with q̈ = 0 and V̇_N = 0; fills leg.bias.
template <class T>
void tip_bias(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// Time derivatives of J_i and B_i. Reads bodies and velocities; fills dJ and dB.
template <class T>
void tip_jacobian_rates(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, MatX<T>& dJ,
                        MatX<T>& dB);

// The same for the nacelle's loops, into the rows of `out` from `row` on: K_N V_N = 0. Returns the next row.
template <class T>
int loop_residuals(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row);
template <class T>
int loop_jacobians(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row);
template <class T>
int loop_bias(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row);
template <class T>
int loop_jacobian_rates(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row);

}  // namespace gough
