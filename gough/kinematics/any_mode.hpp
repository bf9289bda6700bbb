#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Result of `forward_geometry_any_mode`: the pose, and the legs that are in another working mode than at home.
struct AnyModePose {
  Outcome outcome;
  Pose<double> pose;
  std::vector<int> other_modes;  // indices of legs
};

// Forward geometry in any working modes: a pose whose actuated joints are `qa`, whichever way the legs bend. Tries in turn:
// `forward_geometry` from `start`; following the whole mechanism, all joints unknown, from there through configurations with stretched
// legs; seeded starts, of whose poses the nearest to `start` is taken. Fills joints, bodies and elimination of `data`. Status
// not_converged if all fail, the measure being the widest gap left, over the robot's length.
AnyModePose forward_geometry_any_mode(const Robot& robot, const VecX<double>& qa, const Pose<double>& start, KinematicsData<double>& data);

}  // namespace gough
