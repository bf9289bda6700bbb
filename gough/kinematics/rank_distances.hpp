#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Distances of the matrices of `eliminate` from losing rank: smallest over largest singular value, lengths divided by the robot's so that
// its size does not count. 0 is singular, 1 is far. Allocates: for checks and explanations.
struct RankDistances {
  std::vector<double> leg;  // of J_i; 0 is a Type 1 singularity
  double constraint = 1.0;  // of C_d; 0 is a constraint singularity
  double actuation = 1.0;   // of J_inv; 0 is a Type 2 singularity

  int weakest_leg() const;  // index of the leg with the smallest distance
};

// Reads what `eliminate` fills.
RankDistances rank_distances(const Robot& robot, const KinematicsData<double>& data);

}  // namespace gough
