#pragma once

#include "gough/dynamics/data.hpp"
#include "gough/kinematics/element_motion.hpp"

// Formulation E, kinematic elements [O]: directions, lengths and spins of the elements are the state, their rates the motion
// basis. Forces on every element are projected onto that basis, the loops tie the basis to the platform, and what remains is
// linear in the actuators' efforts: A Γ + b = 0.
namespace gough::elements {

// The body with mass or with a wrench on it that belongs to no element, which this formulation has no place for: one between two
// joints at one point. Nothing for an ordinary robot.
std::string missing_element(const Robot& robot, const Load& load);

// Efforts of a motion. Reads positions, velocities and accelerations of `kinematics` only to find the elements' x, d, θ and
// their derivatives; fills data.element.states, data.force (= -b on V_r) and data.effort.
template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// The same from element states that are already in data.element.states (measured, say): of `kinematics` the bodies' positions,
// Ψ and the nacelle's motion are read, not the legs'.
template <class T>
void inverse_dynamics_of_states(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

}  // namespace gough::elements
