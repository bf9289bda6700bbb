#pragma once

#include "gough/dynamics/body_moments.hpp"
#include "gough/model/external_load.hpp"

namespace gough {

// Energy of a state and the powers that change it, J and W. At every instant
//   actuators + external = kinetic_rate + potential_rate + dissipation.
template <class T>
struct EnergyOf {
  T kinetic = T(0), potential = T(0);            // rotors included; potential of weights is 0 at the base's origin
  T kinetic_rate = T(0), potential_rate = T(0);  // time derivatives
  T dissipation = T(0);                          // by friction, never negative
  T external = T(0);                             // power of the external wrenches
};
using Energy = EnergyOf<double>;

// Potential energy of all springs: 0 at rest, and of a constant pull where its ends meet. Reads positions and velocities.
template <class T>
T spring_energy(const Robot& robot, const KinematicsData<T>& kinematics);

// Reads positions, velocities and accelerations. `payload`: on the platform besides the load's, or nothing.
template <class T>
EnergyOf<T> energy(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, const BodyMoments<T>* payload = nullptr);

}  // namespace gough
