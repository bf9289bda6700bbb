#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Forward geometry: the pose whose actuated joints are `qa`, by Newton on (IGM − qa) along the
// manifold from `pose` (in: start, out: result). Stays in the assembly mode of the start: where one
// Newton run would jump, it is followed in smaller steps. Of more actuators than freedoms, whose encoders never quite agree, the pose that
// fits best, as long as they do to 1e-3. Fills data as `position` does.
Outcome forward_geometry(const Robot& robot, const VecX<double>& qa, Pose<double>& pose, KinematicsData<double>& data);

}  // namespace gough
