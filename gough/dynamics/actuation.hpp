#pragma once

#include "gough/dynamics/data.hpp"

namespace gough {

// What a row of J_inv is multiplied by before it is factored, where some actuators turn and others slide and there are more of them than
// freedoms: radians are counted as metres at the robot's length, so that rows compare. 1 elsewhere.
double effort_scale(const Robot& robot, std::size_t actuator);

// Columns ← efforts τ of least Σ τ_a² with J_invᵀ τ = the first n rows of the column; the rest of it is zero. `qr` are the factors of the
// rows of J_inv, each times `effort_scale`.
template <class T>
void solve_efforts(const Robot& robot, const HouseholderQr<T>& qr, MatX<T>& columns);
template <class T>
void solve_efforts(const Robot& robot, const KinematicsData<T>& kinematics, MatX<T>& columns);

// Efforts τ with J_invᵀ τ = data.force: unique for an ordinary robot, of least norm for a redundantly actuated one. Reads data.force and
// the factored J_inv; fills data.effort.
template <class T>
void least_norm_efforts(const Robot& robot, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// The same from another J_inv, factored as for `solve_efforts`.
template <class T>
void least_norm(const Robot& robot, const MatX<T>& Jinv, const HouseholderQr<T>& qr, DynamicsData<T>& data);

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
