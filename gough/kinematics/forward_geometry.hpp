#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Forward geometry: the pose whose actuated joints are `qa`, by Newton's method on (inverse geometry − qa) on the platform's manifold from
// `pose` (in: start, out: result). It stays in the assembly mode of the start: where one Newton run would jump, `qa` is approached in
// smaller steps. With more actuators than freedoms the readings never quite agree; the result is the pose that fits them best, provided
// that it fits to 1e-3. Fills data as `position` does.
Outcome forward_geometry(const Robot& robot, const VecX<double>& qa, Pose<double>& pose, KinematicsData<double>& data);

}  // namespace gough
