#pragma once

#include "gough/dynamics/data.hpp"

// Formulation N, natural orthogonal complement [A]: V_N = T u and q̇_i = L_i u map the independent rates to everything, their
// transposes bring all wrenches back, and the constraint forces drop out:
//   M u̇ + N u = τ_W + Λ φ,  M = Tᵀ M_N T + Σ L_iᵀ I_i L_i,  N = Tᵀ(M_N Ṫ + W_N M_N T) + Σ L_iᵀ (I_i L̇_i + C_i L_i).
// u is q̇_a, so that Λ is the identity; a robot with more or fewer actuators than freedoms takes u = V_r and Λ = J_invᵀ.
namespace gough::orthogonal_complement {

// Efforts of a motion. Reads positions, velocities and accelerations of `kinematics`; fills data.effort and data.shape.
template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// Acceleration under efforts: fills data.acceleration (V̇_r) and data.shape (M, N, applied, u̇). Reads positions and velocities.
template <class T>
void direct_dynamics(const Robot& robot, const Load& load, const VecX<T>& effort, const KinematicsData<T>& kinematics,
                     DynamicsData<T>& data);

// M, N, u and τ_W of data.shape. Reads positions and velocities.
template <class T>
void twist_shape(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

}  // namespace gough::orthogonal_complement
