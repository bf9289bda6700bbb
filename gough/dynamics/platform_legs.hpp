#pragma once

#include "gough/dynamics/data.hpp"

// Formulation P, platform and legs [BK]: Newton-Euler recursions of the legs, virtually cut from the platform, and the
// Newton-Euler wrench of the free nacelle. Linear in the legs; the only dense solve is n × n.
namespace gough::platform_legs {

// Everywhere `payload` is what the platform carries besides the load's payload, in numbers of the scalar's own, or nothing.

// Efforts of a motion. Reads positions, velocities and accelerations of `kinematics`; fills data.force and data.effort.
template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data,
                      const BodyMoments<T>* payload = nullptr);

// Acceleration under efforts. Reads positions and velocities; changes the accelerations of `kinematics`, which are those
// of the answer at the end. Fills data.mass, bias and acceleration.
template <class T>
void direct_dynamics(const Robot& robot, const Load& load, const VecX<T>& effort, KinematicsData<T>& kinematics, DynamicsData<T>& data,
                     const BodyMoments<T>* payload = nullptr);

// c_rob. Reads positions and velocities; changes the accelerations of `kinematics`; fills data.bias.
template <class T>
void bias(const Robot& robot, const Load& load, KinematicsData<T>& kinematics, DynamicsData<T>& data,
          const BodyMoments<T>* payload = nullptr);

// M_rob, c_rob and, of it, the velocity terms and gravity apart. Changes the accelerations of `kinematics`.
template <class T>
void mass_and_bias(const Robot& robot, const Load& load, KinematicsData<T>& kinematics, DynamicsData<T>& data,
                   const BodyMoments<T>* payload = nullptr);

}  // namespace gough::platform_legs
