#pragma once

#include "gough/dynamics/body_jacobian.hpp"

// How frictional efforts reach V_r.
namespace gough {

// force ← force − Dᵀ friction, without D: through the joints that carry each contact. Uses leg_effort and nacelle_force of `data`.
template <class T>
void subtract_friction(const Robot& robot, const std::vector<FrictionPoint>& friction_points, const KinematicsData<T>& kinematics,
                       const VecX<T>& friction, DynamicsData<T>& data, VecX<T>& force);

// D of all friction points. `work` is 6 × n.
template <class T>
void friction_jacobian(const Robot& robot, const std::vector<FrictionPoint>& friction_points, const KinematicsData<T>& kinematics,
                       const DynamicsData<T>& data, BodyJacobian<T>& work, MatX<T>& D);

}  // namespace gough
