#pragma once

#include "gough/dynamics/data.hpp"

namespace gough {

// Energy of a state and the powers that change it, J and W. At every instant
//   actuators + external = kinetic_rate + potential_rate + dissipation.
struct Energy {
  double kinetic = 0.0, potential = 0.0;            // rotors included; potential is 0 at the base's origin
  double kinetic_rate = 0.0, potential_rate = 0.0;  // time derivatives
  double dissipation = 0.0;                         // by friction, never negative
  double external = 0.0;                            // power of the external wrenches
};

// Reads positions, velocities and accelerations.
Energy energy(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics);

}  // namespace gough
