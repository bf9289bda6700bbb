#pragma once

#include "gough/kinematics/data.hpp"

// Poses brought onto the platform's manifold: the dependent components of a pose move until all legs close.
namespace gough {

// Moves the dependent components of a pose until all legs close, with the free coordinates kept: positions, the rotation vector from home,
// nacelle joints. If this does not converge from the given pose, it starts from home. Equal to `position` where no component is dependent.
// Fills data as `position` does.
Outcome project(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data);

// The same for a pose near the manifold, as in an iteration or an integration: it never starts from home.
Outcome project_near(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data);

// The same for a whole pose of the platform. If all loops close to 1e-9 (radians, robot lengths) with some positions of the nacelle's
// joints, the platform's pose is kept to the last digit; otherwise it is moved as by `project`. Fills data as `position` does.
Outcome project_whole(const Robot& robot, Pose<double>& pose, KinematicsData<double>& data);

// Brings legs that are followed by Newton and constrain the platform near a pose along poses on its manifold, where they close: a straight
// way through poses that they cannot take may end in another of their working modes.
void approach(const Robot& robot, const Pose<double>& pose, KinematicsData<double>& data);

}  // namespace gough
