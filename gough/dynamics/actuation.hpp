#pragma once

#include "gough/dynamics/data.hpp"

namespace gough {

// Efforts of least norm with J_invᵀ τ = data.force, from J_inv and its factors. Fills data.effort.
template <class T>
void least_norm(const MatX<T>& Jinv, const HouseholderQr<T>& qr, DynamicsData<T>& data);

// Efforts τ with J_invᵀ τ = data.force: unique for an ordinary robot, of least norm for a redundantly actuated one. Reads data.force and
// the factored J_inv; fills data.effort.
template <class T>
void least_norm_efforts(const Robot& robot, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// Efforts with J_invᵀ τ = data.force and the least Σ (w_a τ_a)², w being `weights`. Fills data.effort.
void weighted_efforts(const Robot& robot, const KinematicsData<double>& kinematics, const VecX<double>& weights,
                      DynamicsData<double>& data);

// Efforts with J_invᵀ τ = data.force and the least Σ τ_a² within the actuators' effort limits, by an active-set method. Status
// out_of_limits if there are none; the measure is the excess of the best ones. Fills data.effort.
Outcome bounded_efforts(const Robot& robot, const KinematicsData<double>& kinematics, DynamicsData<double>& data);

// force = J_invᵀ effort.
template <class T>
void force_from_efforts(const Robot& robot, const KinematicsData<T>& kinematics, const VecX<T>& effort, VecX<T>& force);

}  // namespace gough
