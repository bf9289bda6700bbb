#pragma once

#include "benchmarks/peers/tree.hpp"
#include "gough/kinematics/data.hpp"

namespace gough::peers {

// The platform is part of the leg that it is rigidly fixed to, if any; else it hangs on the first leg that ends in a ball, which spares the
// engines a loop; else it is free. Throws InputError where a tip or loop is universal or a tip is on the base, and where there are not as
// many actuators as freedoms.
Tree make_tree(const Robot& robot);

// A copy without what an engine cannot have: Coulomb friction, viscous friction in tips and loops and, unless they are to be kept, rotors
// on other joints than hinges of the base.
Robot comparable(const Robot& robot, bool keep_rotors);

// From kinematics through the accelerations.
TreeState tree_state(const Robot& robot, const Tree& tree, const KinematicsData<double>& k);

}  // namespace gough::peers
