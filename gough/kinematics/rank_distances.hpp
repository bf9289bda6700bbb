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

// Smallest over largest singular value of a matrix: 1 of an empty one, 0 of one with a number that is not finite.
double rank_distance(const MatX<double>& A);

// A leg's J, rows in world axes and columns in the joints' order, with angles times the robot's length in rows and columns.
MatX<double> in_metres(const Robot& robot, const Leg& leg, MatX<double> J);

// Reads what `eliminate` fills.
RankDistances rank_distances(const Robot& robot, const KinematicsData<double>& data);

}  // namespace gough
