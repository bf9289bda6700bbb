#pragma once

#include "benchmarks/peers/tree.hpp"
#include "gough/kinematics/data.hpp"

namespace gough::peers {

// Throws InputError where a tip or loop is universal or a tip is on the base, and where there are not as many actuators as freedoms.
Tree make_tree(const Robot& robot);

// A copy without what an engine cannot have: Coulomb friction, and viscous friction in tips and loops.
Robot comparable(const Robot& robot);

// From kinematics through the accelerations.
TreeState tree_state(const Robot& robot, const Tree& tree, const KinematicsData<double>& k);

}  // namespace gough::peers
