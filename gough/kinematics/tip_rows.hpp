#pragma once

#include "gough/kinematics/data.hpp"

// The rows that tips and nacelle loops write: J_i q̇_i = B_i V_N (2.1), the residual whose rate
// they are, and the bias Ḃ V_N − J̇ q̇.
namespace gough {

// Reads bodies of leg and nacelle; fills leg.residual.
template <class T>
void tip_residuals(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// The widest gap of a leg's tips, as below. Reads q; fills the leg's bodies.
double tip_gap(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data);

// The widest gap of all tips and loops: an angle, or a distance over the robot's length. Reads the bodies.
double loop_gap(const Robot& robot, const KinematicsData<double>& data);

// Its square as a recorded number: the widest distance, or sine of an angle, and above one where axes point against each other.
Recorded loop_gap_square(const Robot& robot, const KinematicsData<Recorded>& data);

// Whether the axes of closed revolute and rigid tips point the same way and not against each other, where the residuals
// vanish too.
bool tips_aligned(const Leg& leg, const NacelleData<double>& nacelle, const LegData<double>& data);

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

// The wrench that `y` along a tip's rows, from `row` on, is: force, and moment at the point of the tip's nacelle side, world axes. And the
// same of a loop, at the point of its second side.
template <class T>
void tip_wrench(const Leg& leg, const Tip& tip, const NacelleData<T>& nacelle, const LegData<T>& data, const VecX<T>& y, int row,
                Vec3<T>& force, Vec3<T>& moment);
template <class T>
void loop_wrench(const NacelleLoop& loop, const NacelleData<T>& nacelle, const VecX<T>& y, int row, Vec3<T>& force, Vec3<T>& moment);

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
int loop_residuals(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row);
template <class T>
int loop_jacobians(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row);
template <class T>
int loop_bias(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row);
template <class T>
int loop_jacobian_rates(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row);

}  // namespace gough
