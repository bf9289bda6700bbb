#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Leg elimination, constraints and mobility map, (2.1)-(2.3). Reads the bodies of legs and
// nacelle; fills each leg's J (factored), B, G and residual, then C, residual, Ψ and J_inv.
// Linear in the legs; the only dense factorisations are C_d and J_inv.
template <class T>
void eliminate(const Robot& robot, KinematicsData<T>& data);

// Its first part: every leg's share, C and the constraint residual.
template <class T>
void constraint_rows(const Robot& robot, KinematicsData<T>& data);

// Only the part of one leg: J factored, B, G with the forbidden rows below it, and the residual
// with Qᵀ applied.
template <class T>
void eliminate_leg(const Robot& robot, int leg, KinematicsData<T>& data);

// With a leg's J factored: joints ← J⁺ rows, leaving Q2ᵀ rows in the tail of `rows`; and the adjoint, rows ← J⁺ᵀ effort.
template <class T>
void solve_joints(const Leg& leg, const LegData<T>& data, VecX<T>& rows, VecX<T>& joints);
template <class T>
void solve_wrench(const Leg& leg, const LegData<T>& data, const VecX<T>& effort, VecX<T>& rows);

// J's columns run backwards: what R⁻¹ gives, in the joints' order.
template <class Derived>
void reverse_rows(Eigen::MatrixBase<Derived>& m) {
  for (Eigen::Index r = 0; r < m.rows() / 2; ++r) m.row(r).swap(m.row(m.rows() - 1 - r));
}

// Scales that compare metres with radians: of a component of V_N in metres, and of a column of a leg's J in radians.
double per_metre(const Robot& robot, int component);
double per_radian(const Robot& robot, const Leg& leg, int column);

// How far the factors of `eliminate` are from losing rank, 0 being singular and 1 far: a leg's J (Type 1), C_d (constraints), J_inv (Type
// 2). The smallest diagonal entry over the longest column, metres and radians compared by the robot's length.
double leg_distance(const Robot& robot, int leg, const KinematicsData<double>& data);
double constraint_distance(const Robot& robot, const KinematicsData<double>& data);
double actuation_distance(const Robot& robot, const KinematicsData<double>& data);

// What the factors of `eliminate` say: ok, or which rank was lost; the measure is the smallest of their distances to it (1 is far). Gaps
// above `closure` (radians, or robot lengths) make the pose unreachable.
Outcome elimination_outcome(const Robot& robot, const KinematicsData<double>& data, double closure = 1e-9);

// Distances (a diagonal entry relative to the longest column) below these mean that the rank is lost.
constexpr double kLegPivot = 1e-7;
constexpr double kConstraintPivot = 1e-7;
constexpr double kActuationPivot = 1e-7;

}  // namespace gough
