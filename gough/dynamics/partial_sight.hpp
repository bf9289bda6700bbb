#pragma once

#include "gough/dynamics/measured_elements.hpp"

// The motion of a robot of whose elements only parts are seen: some directions, some lengths, some angles.
namespace gough::elements {

// Refuses robots with something that no line shows, however many are seen: a spring's stretch, a loop inside a leg, a joint that follows.
void require_lines(const Robot& robot);

// Refuses rows of what is seen, on the free components in units that compare, that do not tell all of them. `what` is seen.
void require_sight(const Robot& robot, const MatX<double>& free, const std::string& what);

// Whether a state lacks some of its parts: a part that is not seen has a value that is no number.
bool lacks_parts(const ElementMotion<double>& state);

// The state with what it lacks taken from `other`.
ElementMotion<double> completed(const ElementMotion<double>& state, const ElementMotion<double>& other);

// Fills `kinematics` with the motion that fits the parts best: least squares of directions, angles and lengths, these over the robot's
// length, on the platform's manifold by Gauss-Newton from home; V_r and V̇_r from the derivatives of the same parts, linear. Status
// not_converged if no pose has them to 1e-6. Throws InputError where the parts do not tell the pose at home.
Outcome kinematics_from_parts(const Robot& robot, const ElementStates& states, KinematicsData<double>& kinematics);

}  // namespace gough::elements
