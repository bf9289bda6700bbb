#pragma once

#include "gough/dynamics/data.hpp"

namespace gough {

template <class T>
using BodyJacobian = Eigen::Matrix<T, 6, Eigen::Dynamic>;

// Jacobian on V_r of a point fixed to a body, linear part first: velocity of the point and of the body's rotation. Reads positions, Ψ and
// data.platform_legs->K. `leg` −1 is the nacelle.
template <class T>
void body_jacobian(const Robot& robot, const KinematicsData<T>& kinematics, const DynamicsData<T>& data, int leg, int body,
                   const Vec3<double>& point, BodyJacobian<T>& out);

}  // namespace gough
