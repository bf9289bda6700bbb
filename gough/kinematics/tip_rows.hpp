#pragma once

#include "gough/kinematics/data.hpp"

// The rows of tips and nacelle loops: J_i q̇_i = B_i V_N, docs/theory.md (2.1), the residual whose rate is J_i q̇_i − B_i V_N, and the bias
// Ḃ_i V_N − J̇_i q̇_i of (3.1).
namespace gough {

// Reads bodies of leg and nacelle; fills leg.residual.
template <class T>
void tip_residuals(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// The widest gap of a leg's tips: an angle, or a distance over the robot's length. Reads q; fills the leg's bodies.
double tip_gap(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data);

// The widest gap of all tips and loops, likewise. Reads the bodies.
double loop_gap(const Robot& robot, const KinematicsData<double>& data);

// The square of the widest gap as a recorded number, with sines in place of angles; above 1 if axes of a tip point in opposite directions.
Recorded loop_gap_square(const Robot& robot, const KinematicsData<Recorded>& data);

// Whether the axes of closed revolute and rigid tips point the same way. Residuals vanish for opposite axes too.
bool tips_aligned(const Leg& leg, const NacelleData<double>& nacelle, const LegData<double>& data);

// Reads bodies of leg and nacelle; fills leg.J.a (unfactored), rows in world axes, columns in the joints' order.
template <class T>
void tip_jacobian(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// Fills leg.J.a and leg.B (both unfactored) with the rows of (2.1) in world axes, columns in the joints' order.
void world_rows(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data);

// J_i and B_i of (2.1), with the rows of each tip in the axes of the leg's body at the tip: most entries of J_i are constants there.
// Columns of J run from the last joint to the first (`column_of`), so that the QR of branches side by side keeps its zeros. Reads q, bodies
// and the residual; fills leg.J.a (unfactored) and leg.B, and turns the residual into the same axes.
template <class T>
void leg_rows(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);
inline int column_of(const Leg& leg, int joint) { return leg.freedoms() - 1 - joint; }

// out ← B_i V_N from the nacelle's velocities, without forming B_i.
template <class T>
void tip_rates(const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, VecX<T>& out);

// out += B_iᵀ y without forming B_i: wrenches y along the rows as a force on V_N.
template <class T>
void add_tip_wrench(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, const VecX<T>& y,
                    VecX<T>& out);

// Right side of (3.1): the nacelle's acceleration at the tips minus the leg's with q̈ = 0. Reads bodies, velocities and these accelerations;
// fills leg.bias.
template <class T>
void tip_bias(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// Time derivatives of J_i and B_i. Reads bodies and velocities; fills dJ and dB.
template <class T>
void tip_jacobian_rates(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, MatX<T>& dJ,
                        MatX<T>& dB);

// Residuals, rows K_N, bias and rates of K_N of the nacelle's loops, K_N V_N = 0, written into `out` from `row` on. Return the next row.
template <class T>
int loop_residuals(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row);
template <class T>
int loop_jacobians(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row);
template <class T>
int loop_bias(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row);
template <class T>
int loop_jacobian_rates(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row);

}  // namespace gough
