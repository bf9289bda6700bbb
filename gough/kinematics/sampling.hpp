#pragma once

#include <random>

#include "gough/kinematics/data.hpp"

// Random poses for tests, sweeps and checks: always the same from the same generator.
namespace gough {

// Free coordinates drawn from the workspace box, shrunk about home by `fraction`; not yet projected.
Pose<double> near_home(const Robot& robot, double fraction, std::mt19937_64& random);

// A reachable pose of the workspace box, drawn until one is ok and regular (`measure` of `position` above
// `margin`), with `data` filled by `position`. Draws at most 1000 times; the last outcome is returned.
Outcome sample_pose(const Robot& robot, double fraction, double margin, std::mt19937_64& random, Pose<double>& pose,
                    KinematicsData<double>& data);

// A vector with entries uniform in [-1, 1].
VecX<double> random_vector(int size, std::mt19937_64& random);

}  // namespace gough
