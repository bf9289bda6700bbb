#pragma once

#include <random>

#include "gough/kinematics/data.hpp"

// Random poses for tests, sweeps and checks, determined by the state of the generator.
namespace gough {

// A pose with free coordinates drawn from the workspace box, which is shrunk about home by `fraction`; not yet projected.
Pose<double> near_home(const Robot& robot, double fraction, std::mt19937_64& random);

// A pose of the workspace box, drawn until `position` is ok with a measure above `margin`, at most 1000 times. `data` is filled by
// `position`. Returns the last outcome.
Outcome sample_pose(const Robot& robot, double fraction, double margin, std::mt19937_64& random, Pose<double>& pose,
                    KinematicsData<double>& data);

// A vector with entries uniform in [-1, 1].
VecX<double> random_vector(int size, std::mt19937_64& random);

}  // namespace gough
