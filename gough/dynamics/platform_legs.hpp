#pragma once

#include "gough/dynamics/data.hpp"

// Formulation P, platform and legs [BK], docs/theory.md, section 6: Newton-Euler recursions of the legs, cut from the platform, and the
// Newton-Euler wrench of the free nacelle. Linear in the legs; the only dense solve is n × n.
namespace gough::platform_legs {

// Efforts of a motion. Reads positions, velocities and accelerations of `kinematics`; fills data.force and data.effort.
template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// Acceleration under efforts. Reads positions and velocities; fills data.mass, bias and acceleration, and the accelerations of
// `kinematics`.
template <class T>
void direct_dynamics(const Robot& robot, const Load& load, const VecX<T>& effort, KinematicsData<T>& kinematics, DynamicsData<T>& data);

// Fills data.mass (M_rob), data.bias (c_rob) and its parts data.velocity_terms and data.gravity. Reads positions and velocities; changes
// the accelerations of `kinematics`.
template <class T>
void mass_and_bias(const Robot& robot, const Load& load, KinematicsData<T>& kinematics, DynamicsData<T>& data);

}  // namespace gough::platform_legs
