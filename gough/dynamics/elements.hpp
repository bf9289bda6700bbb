#pragma once

#include "gough/dynamics/data.hpp"
#include "gough/kinematics/element_motion.hpp"

// Formulation E, kinematic elements [O], docs/theory.md, section 4. The state is the elements' directions, lengths and spins; their rates
// are the motion basis u. Forces on every element are projected on u, loops and joints give u = M V_N, and the equations are linear in the
// actuators' efforts: A Γ + b = 0.
namespace gough::elements {

// What this formulation cannot treat, in words: a loop inside a leg, a joint that follows others, or a body with mass or with a wrench on
// it that belongs to no element, being between two joints at one point. Empty if there is nothing.
std::string missing_element(const Robot& robot, const Load& load);

// Efforts of a motion. Finds the elements' states from positions, velocities and accelerations of `kinematics`; fills
// data.elements->states, data.force (−Ψᵀ b) and data.effort, which is no number where legs have loops or couplings.
template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// The same from states in data.elements->states, which may be measured. Reads the bodies' positions, Ψ and the nacelle's motion of
// `kinematics`, but no velocity or acceleration of a leg.
template <class T>
void inverse_dynamics_of_states(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

}  // namespace gough::elements
