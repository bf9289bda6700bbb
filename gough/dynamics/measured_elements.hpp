#pragma once

#include "gough/dynamics/elements.hpp"

// Formulation E without a pose. Given are the elements' directions, lengths and spins with their derivatives, as from a camera; the
// platform is fitted to the leg ends. Unlike the formulations, the fit iterates and allocates.
namespace gough::elements {

// States of the legs' elements: x, ẋ, ẍ, d, ḋ, d̈, θ (as cos and sin) and the spins; A and B are not read. A leg that is not seen has none:
// its states follow from the others, as long as these tell the pose; so does a part (x, d or θ, with its derivatives) whose value is no
// number.
using ElementStates = std::vector<std::vector<ElementMotion<double>>>;

// Fills `kinematics` with the motion that has these element states: leg ends from the lines, the nacelle's pose and motion from the leg
// ends by least squares, where some legs are not seen on the platform's manifold. Status not_converged if they fit no pose. Throws
// InputError where the legs that are seen do not tell the pose at home.
Outcome kinematics_from_elements(const Robot& robot, const ElementStates& states, KinematicsData<double>& kinematics);

// Efforts from measured states.
Outcome inverse_dynamics_measured(const Robot& robot, const Load& load, const ElementStates& states, KinematicsData<double>& kinematics,
                                  DynamicsData<double>& data);

}  // namespace gough::elements
