#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Rates of everything from V_r. Reads what `eliminate` filled; fills VN, dqa, each leg's dq and
// body velocities, and the nacelle's.
template <class T>
void velocity(const Robot& robot, const VecX<T>& Vr, KinematicsData<T>& data);

// Accelerations of everything from V̇_r, (2.3) and J_i q̈_i = B_i V̇_N + (Ḃ_i V_N − J̇_i q̇_i). Reads
// what `velocity` filled; fills dVN, gamma, ddqa, each leg's ddq, bias and body accelerations.
template <class T>
void acceleration(const Robot& robot, const VecX<T>& dVr, KinematicsData<T>& data);

}  // namespace gough
