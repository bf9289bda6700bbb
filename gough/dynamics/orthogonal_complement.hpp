#pragma once

#include "gough/dynamics/data.hpp"

// Formulation N, natural orthogonal complement [A], docs/theory.md, section 7. T and L_i map the independent rates u to V_N = T u and
// q̇_i = L_i u; their transposes project all wrenches on u, and constraint forces vanish:
//   M u̇ + N u = τ_W + Λ φ,  M = Tᵀ M_N T + Σ L_iᵀ M_i L_i,  N = Tᵀ (M_N Ṫ + C_N T) + Σ L_iᵀ (M_i L̇_i + C_i L_i).
// For as many actuators as freedoms u = q̇_a and Λ is the identity; otherwise u = V_r and Λ = J_invᵀ.
namespace gough::orthogonal_complement {

// Efforts of a motion. Reads positions, velocities and accelerations of `kinematics`; fills data.effort and data.shape.
template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// Acceleration under efforts: fills data.acceleration (V̇_r) and data.shape (M, N, applied, u̇). Reads positions and velocities.
template <class T>
void direct_dynamics(const Robot& robot, const Load& load, const VecX<T>& effort, const KinematicsData<T>& kinematics,
                     DynamicsData<T>& data);

// Fills M, N, u, τ_W and the maps of data.shape. Reads positions and velocities.
template <class T>
void twist_shape(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// Closed form of [A] for a leg of six joints, one of them actuated: ζ q̇ = yᵀ V_P with V_P = [v; ω] at the platform's origin. y is a wrench
// on which the five passive joints do no work; if the axes of three of them meet in a point, it is a force through that point.
struct SixAxisRow {
  double zeta = 0.0;
  Eigen::Matrix<double, 6, 1> y = Eigen::Matrix<double, 6, 1>::Zero();
};
SixAxisRow six_axis_row(const Robot& robot, int leg, const KinematicsData<double>& kinematics);

}  // namespace gough::orthogonal_complement
