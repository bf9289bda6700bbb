#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Rank of C at home and the split into free and dependent components (2.3). Reads the bodies of `data`, placed
// at home; `robot.mobility` must have constraint_rows set. Returns n, free (with names) and dependent.
Mobility find_mobility(const Robot& robot, KinematicsData<double>& data);

// Rank of C where `data` stands now, after `constraint_rows`.
int constraint_rank(const Robot& robot, const KinematicsData<double>& data);

}  // namespace gough
