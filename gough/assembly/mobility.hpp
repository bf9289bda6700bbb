#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Rank of C at home and the split into free and dependent components, docs/theory.md (2.3). Reads the bodies of `data`, placed at home, and
// robot.mobility.constraint_rows. Returns n, free (with names) and dependent.
Mobility find_mobility(const Robot& robot, KinematicsData<double>& data);

// Rank of C in the state of `data`, to which `constraint_rows` has been applied.
int constraint_rank(const Robot& robot, const KinematicsData<double>& data);

}  // namespace gough
