#pragma once

#include "gough/dynamics/data.hpp"

namespace gough {

// data.effort of least norm with J_invᵀ τ = data.force, J_inv given with its factors.
template <class T>
void least_norm(const MatX<T>& Jinv, const HouseholderQr<T>& qr, DynamicsData<T>& data);

// Efforts from what must act on V_r: J_invᵀ τ = force. Unique for an ordinary robot, of least norm for a redundantly
// actuated one. Reads data.force and the factored J_inv; fills data.effort.
template <class T>
void least_norm_efforts(const Robot& robot, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// Least Σ (w_a τ_a)², w the given weights.
void weighted_efforts(const Robot& robot, const KinematicsData<double>& kinematics, const VecX<double>& weights,
                      DynamicsData<double>& data);

// Least Σ τ_a² within |τ_a| ≤ the actuators' effort limits, by an active-set method. out_of_limits when no efforts within
// them hold the robot; the measure is by how much the best exceed them.
Outcome bounded_efforts(const Robot& robot, const KinematicsData<double>& kinematics, DynamicsData<double>& data);

// force = J_invᵀ effort.
template <class T>
void force_from_efforts(const Robot& robot, const KinematicsData<T>& kinematics, const VecX<T>& effort, VecX<T>& force);

}  // namespace gough
