#pragma once

#include "gough/kinematics/tip_residuals.hpp"

// The rows that tips and nacelle loops write: J_i q̇_i = B_i V_N (2.1).
namespace gough {

// Reads bodies of leg and nacelle; fills leg.J.a (unfactored), rows in world axes, columns in the joints' order.
template <class T>
void tip_jacobian(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// Fills leg.J.a and leg.B (both unfactored) with the rows of (2.1) in world axes, columns in the joints' order.
void world_rows(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data);

// J_i and B_i of (2.1) with the rows of each tip in the axes of the leg's body there: seen from it the joints behind have few numbers that
// are not constant. J's columns run from the last joint to the first (`column_of`), so that branches do not fill each other's rows.
// Reads q, bodies and the residual; fills leg.J.a (unfactored) and leg.B, and turns the residual into the same axes.
template <class T>
void leg_rows(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);
inline int column_of(const Leg& leg, int joint) { return leg.freedoms() - 1 - joint; }

// The same rows applied to the nacelle's motion: B_i V_N, without B_i.
template <class T>
void tip_rates(const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, VecX<T>& out);

// out += B_iᵀ y, without B_i: what wrenches along the rows do on V_N.
template <class T>
void add_tip_wrench(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, const VecX<T>& y,
                    VecX<T>& out);

// The rows of the nacelle's loops, K_N V_N = 0, into those of `out` from `row` on. Returns the next row.
template <class T>
int loop_jacobians(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row);

}  // namespace gough
