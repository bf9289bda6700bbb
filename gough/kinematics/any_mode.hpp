#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Where forward geometry found the platform, and the legs that are there in another working mode than at home.
struct AnyModePose {
  Outcome outcome;
  Pose<double> pose;
  std::vector<int> other_modes;  // indices of legs
};

// Forward geometry without keeping to the working modes of home: a pose whose actuated joints are `qa`, whichever way the legs bend. First
// as `forward_geometry` does from `start`; then the whole mechanism, all joints unknown, is followed from there through configurations
// where a leg is stretched; then from seeded starts, of which the pose nearest to `start` is taken. Fills `data` with the joints found,
// bodies and elimination. not_converged where none is found, the measure being how far the legs miss, over the robot's length.
AnyModePose forward_geometry_any_mode(const Robot& robot, const VecX<double>& qa, const Pose<double>& start, KinematicsData<double>& data);

}  // namespace gough
