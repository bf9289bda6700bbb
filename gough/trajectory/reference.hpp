#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Where the platform should be at an instant and how it should move: a pose on the platform's manifold, V_r and V̇_r.
struct Reference {
  Pose<double> pose;
  VecX<double> Vr, dVr;

  explicit Reference(const Robot& robot)
      : pose(robot.home), Vr(VecX<double>::Zero(robot.mobility.n)), dVr(VecX<double>::Zero(robot.mobility.n)) {}
};

inline bool fits(const Robot& robot, const Reference& r) { return r.Vr.size() == robot.mobility.n && r.dVr.size() == robot.mobility.n; }

}  // namespace gough
