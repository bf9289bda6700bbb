#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// How far each matrix of `eliminate` is from losing its rank: its smallest over its largest singular value, metres and radians compared by
// the robot's length, so that a robot's size has no say. 0 is singular, 1 is far. Allocates: for checks and explanations.
struct RankDistances {
  std::vector<double> leg;  // type 1: the platform cannot follow some twist
  double constraint = 1.0;  // the legs forbid fewer twists than at home
  double actuation = 1.0;   // type 2: the actuators do not hold the platform

  int weakest_leg() const;  // its index
};

// Reads what `eliminate` fills.
RankDistances rank_distances(const Robot& robot, const KinematicsData<double>& data);

}  // namespace gough
