#pragma once

#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/reference_motion.hpp"

namespace gough::virtual_work {

// W with M V̇_ref + C V_ref + gravity + friction = W p for a reference motion (ReferenceMotion) at the state of `kinematics`, columns in the
// order of `parameters`. W is linear in V_ref and V̇_ref but for friction, which is that of the reference's rates; it equals `regressor` for
// V_ref = V_r; Ṁ − 2C is skew for every p. Reads positions and velocities of `kinematics` and all of `reference`.
template <class T>
void reference_regressor(const Robot& robot, const KinematicsData<T>& kinematics, const KinematicsData<T>& reference, DynamicsData<T>& data,
                         MatX<T>& W);

}  // namespace gough::virtual_work
