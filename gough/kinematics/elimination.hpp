#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Leg elimination, constraints and mobility map, docs/theory.md (2.1)-(2.4). Reads the bodies of legs and nacelle; fills each leg's J
// (factored) and residual, then C, residual, Ψ and J_inv. Linear in the legs; the only dense factorisations are C_d and J_inv.
template <class T>
void eliminate(const Robot& robot, KinematicsData<T>& data);

// Metres of a unit of an actuator's position where some turn and others slide: the robot's length for a radian. 1 where all are of one
// kind.
double actuator_unit(const Robot& robot, std::size_t actuator);

// J_inv factored so that the pivots of its columns compare: what distances from a type 2 singularity read.
template <class T>
const HouseholderQr<T>& actuation_factors(const KinematicsData<T>& data) {
  return data.Jinv_metres.a.size() > 0 ? data.Jinv_metres : data.Jinv_qr;
}

// The first part of `eliminate`: J and residual of every leg, C and the constraint residual.
template <class T>
void constraint_rows(const Robot& robot, KinematicsData<T>& data);

// The part of one leg: J factored, the residual with Qᵀ applied, and Qᵀ B where the leg constrains the platform.
template <class T>
void eliminate_leg(const Robot& robot, int leg, KinematicsData<T>& data);

// The maps of one leg's joint rates, for those who read them, after `eliminate`: q̇_i = G_i V_N in the first rows of G, which has the size
// of B_i; and from it q̇_i = K_i V_r, K_i = G_i Ψ.
template <class T>
void joint_map(const Robot& robot, int leg, const KinematicsData<T>& data, MatX<T>& G);
template <class T>
void free_joint_map(const Robot& robot, int leg, const KinematicsData<T>& data, MatX<T>& G, MatX<T>& K);

// Solutions with a leg's factored J. `solve_joints`: joints ← J⁺ rows, with Q2ᵀ rows left in the tail of `rows`. `solve_wrench`, its
// transpose: rows ← J⁺ᵀ effort.
template <class T>
void solve_joints(const Leg& leg, const LegData<T>& data, VecX<T>& rows, VecX<T>& joints);
template <class T>
void solve_wrench(const Leg& leg, const LegData<T>& data, const VecX<T>& effort, VecX<T>& rows);

// Reverses the order of rows. Columns of J run from the last joint to the first, so a solution of R has to be reversed.
template <class Derived>
void reverse_rows(Eigen::MatrixBase<Derived>& m) {
  for (Eigen::Index r = 0; r < m.rows() / 2; ++r) m.row(r).swap(m.row(m.rows() - 1 - r));
}

// Scales that compare metres with radians: of a component of V_N in metres, and of a column of a leg's J in radians.
double per_metre(const Robot& robot, int component);
double per_radian(const Robot& robot, const Leg& leg, int column);

// Distances of the factors of `eliminate` from losing rank, 0 (singular) to 1: of a leg's J (Type 1), of C_d (constraints), of J_inv (Type
// 2). The smallest diagonal entry of R over the longest column, metres divided by the robot's length to compare with radians.
double leg_distance(const Robot& robot, int leg, const KinematicsData<double>& data);
double constraint_distance(const Robot& robot, const KinematicsData<double>& data);
double actuation_distance(const Robot& robot, const KinematicsData<double>& data);

// Status after `eliminate`: ok, or which factor has lost rank; the measure is the smallest of the distances above. Gaps of tips and loops
// above `closure` (radians, or robot lengths) make the pose unreachable.
Outcome elimination_outcome(const Robot& robot, const KinematicsData<double>& data, double closure = 1e-9);

// Distances below these mean that the rank is lost.
constexpr double kLegPivot = 1e-7;
constexpr double kConstraintPivot = 1e-7;
constexpr double kActuationPivot = 1e-7;

}  // namespace gough
