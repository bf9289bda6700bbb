#pragma once

#include <string>

#include "benchmarks/peers/tree.hpp"

// A robot's tree as an MJCF file.
namespace gough::peers {

// Joint d of the tree is named "j<d>", counting hinges and slides; the free or ball joint "platform"; the motor of actuator a "m<a>". Loops
// are equality constraints: connect (spherical), two connects along the axis (revolute; one where the robot is planar), weld (rigid), as
// stiff as MuJoCo allows.
std::string mujoco_model(const Tree& tree);

}  // namespace gough::peers
