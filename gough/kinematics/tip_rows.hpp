#pragma once

#include "gough/kinematics/tip_residuals.hpp"

// The rows of tips and loops: J_i q̇_i = B_i V_N, docs/theory.md (2.1). Rows of loops inside a leg come behind those of its tips; B_i is 0
// there.
namespace gough {

// Reads q, bodies of leg and nacelle; fills leg.J.a (unfactored), rows of tips in world axes, columns in the joints' order.
template <class T>
void tip_jacobian(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// Fills leg.J.a and leg.B (both unfactored) with the rows of (2.1), those of tips in world axes, columns in the joints' order.
void world_rows(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data);

// J_i of (2.1), with the rows of each tip in the axes of the leg's body at the tip: most entries are constants there. Columns run from the
// last joint to the first (`column_of`), so that the QR of branches side by side keeps its zeros. Reads q, bodies and the residual; fills
// leg.J.a (unfactored), leg.B where the leg constrains the platform, and turns the residual into the same axes.
template <class T>
void leg_rows(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// B ← B_i of (2.1), rows in the same axes.
template <class T>
void nacelle_rows(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, MatX<T>& B);
inline int column_of(const Leg& leg, int joint) { return leg.freedoms() - 1 - joint; }

// out ← B_i V_N from the nacelle's velocities, without forming B_i.
template <class T>
void tip_rates(const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, VecX<T>& out);

// out += B_iᵀ y without forming B_i: wrenches y along the rows as a force on V_N.
template <class T>
void add_tip_wrench(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, const VecX<T>& y,
                    VecX<T>& out);

// The wrench that `y` along a tip's rows, from `row` on, is: force, and moment at the point of the tip's nacelle side, world axes. And the
// same of a loop of the nacelle or of a leg, at the point of its second side.
template <class T>
void tip_wrench(const Leg& leg, const Tip& tip, const NacelleData<T>& nacelle, const LegData<T>& data, const VecX<T>& y, int row,
                Vec3<T>& force, Vec3<T>& moment);
template <class T>
void loop_wrench(const TreeLoop& loop, const NacelleData<T>& nacelle, const VecX<T>& y, int row, Vec3<T>& force, Vec3<T>& moment);

template <class T>
void leg_loop_wrench(const Leg& leg, const LegLoop& loop, const LegData<T>& data, const LoopData<T>& chains, const VecX<T>& y, int row,
                     Vec3<T>& force, Vec3<T>& moment);

// The rows of the nacelle's loops, K_N V_N = 0, into those of `out` from `row` on. Returns the next row.
template <class T>
int loop_jacobians(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row);

}  // namespace gough
