#pragma once

#include "gough/dynamics/data.hpp"

// Formulation N, natural orthogonal complement [A], docs/theory.md, section 7. T and L_i map the independent rates u to V_N = T u and
// q̇_i = L_i u; their transposes project all wrenches on u, and constraint forces vanish:
//   M u̇ + N u = τ_W + Λ φ,  M = Tᵀ M_N T + Σ L_iᵀ M_i L_i,  N = Tᵀ (M_N Ṫ + C_N T) + Σ L_iᵀ (M_i L̇_i + C_i L_i).
// For as many actuators as freedoms u = q̇_a and Λ is the identity; otherwise u = V_r and Λ = J_invᵀ.
namespace gough::orthogonal_complement {

// Efforts of a motion. Reads positions, velocities and accelerations of `kinematics`; fills data.effort and data.complement.
template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// Acceleration under efforts: fills data.acceleration (V̇_r) and data.complement (M, N, applied, u̇). Reads positions and velocities.
template <class T>
void direct_dynamics(const Robot& robot, const Load& load, const VecX<T>& effort, const KinematicsData<T>& kinematics,
                     DynamicsData<T>& data);

// Fills M, N, u, τ_W and the maps of data.complement. Reads positions and velocities.
template <class T>
void complement_matrices(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

}  // namespace gough::orthogonal_complement
