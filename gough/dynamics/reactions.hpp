#pragma once

#include "gough/dynamics/data.hpp"

namespace gough {

// What a joint passes on: force and moment at its origin, world axes, from the body before it on the body behind it (for a tip: from the
// nacelle on the leg). The part along a joint's own freedom is its effort: actuator less friction and rotor.
struct Reaction {
  std::string leg, joint;  // leg "(nacelle)" for joints and loops inside it
  Vec3<double> force = Vec3<double>::Zero(), moment = Vec3<double>::Zero();
  bool unique = true;  // false where an over-constrained robot may share it in other ways: then this is the least-norm choice
};

// Reactions of a motion in every joint, tip and loop. Reads positions, velocities and accelerations, and the efforts; tip and loop
// wrenches solve the equilibrium of legs and nacelle, of least norm where they are not unique, and the recursion inward gives the rest.
std::vector<Reaction> reactions(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics, const VecX<double>& effort);

}  // namespace gough
