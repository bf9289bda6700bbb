#pragma once

#include "gough/dynamics/elements.hpp"

// Formulation E without a pose: the elements' directions, lengths and spins, with their derivatives, are what is known, from a camera
// say, and the platform follows from where the legs end. A fit: it iterates and allocates, unlike the formulations.
namespace gough::elements {

// States of every leg's elements: x, ẋ, ẍ, d, ḋ, d̈, θ (as cos and sin) and the spins; A and B are not read.
using ElementStates = std::vector<std::vector<ElementMotion<double>>>;

// Fills `kinematics` with the motion of which these are the states: leg ends from the lines, the nacelle's pose and motion from the leg
// ends in the least-squares sense. not_converged where they do not fit a pose.
Outcome kinematics_from_elements(const Robot& robot, const ElementStates& states, KinematicsData<double>& kinematics);

// Efforts from measured states.
Outcome inverse_dynamics_measured(const Robot& robot, const Load& load, const ElementStates& states, KinematicsData<double>& kinematics,
                                  DynamicsData<double>& data);

}  // namespace gough::elements
