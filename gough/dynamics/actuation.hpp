#pragma once

#include "gough/dynamics/data.hpp"

namespace gough {

// Newtons or newton metres that count alike in a norm of efforts: a torque is divided by the robot's length where some actuators turn and
// others slide and there are more of them than freedoms. 1 elsewhere, where the norm decides nothing or compares like with like.
double effort_scale(const Robot& robot, std::size_t actuator);

// Columns ← efforts τ of least Σ (τ_a/u_a)², u_a = `effort_scale`, with J_invᵀ τ = the first n rows of the column; the rest of it is zero.
// Reads the factors of J_inv.
template <class T>
void solve_efforts(const Robot& robot, const KinematicsData<T>& kinematics, MatX<T>& columns);

// Efforts τ with J_invᵀ τ = data.force: unique for an ordinary robot, of least norm, as above, for a redundantly actuated one. Reads
// data.force and the factored J_inv; fills data.effort.
template <class T>
void least_norm_efforts(const Robot& robot, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// The same from another J_inv: `qr` are the factors of its rows, each times u_a.
template <class T>
void least_norm(const Robot& robot, const MatX<T>& Jinv, const HouseholderQr<T>& qr, DynamicsData<T>& data);

// Efforts with J_invᵀ τ = data.force and the least Σ (w_a τ_a)², w being `weights`. Fills data.effort.
void weighted_efforts(const Robot& robot, const KinematicsData<double>& kinematics, const VecX<double>& weights,
                      DynamicsData<double>& data);

// Efforts with J_invᵀ τ = data.force and the least Σ (τ_a/u_a)² within the actuators' effort limits, by an active-set method. Status
// out_of_limits if there are none; the measure is the excess of the best ones. Fills data.effort.
Outcome bounded_efforts(const Robot& robot, const KinematicsData<double>& kinematics, DynamicsData<double>& data);

// force = J_invᵀ effort.
template <class T>
void force_from_efforts(const Robot& robot, const KinematicsData<T>& kinematics, const VecX<T>& effort, VecX<T>& force);

}  // namespace gough
