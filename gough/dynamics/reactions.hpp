#pragma once

#include "gough/dynamics/data.hpp"

namespace gough {

// What a joint passes on: force and moment at its origin, world axes, from the body before it on the body behind it (for a tip: from the
// nacelle on the leg). The part along a joint's own freedom is its effort: actuator less friction and rotor.
struct Reaction {
  int leg = -1;       // -1: joints and loops inside the nacelle
  std::string joint;  // joint, tip or loop
  Vec3<double> force = Vec3<double>::Zero(), moment = Vec3<double>::Zero();
  bool unique = true;  // false where an over-constrained robot may share it in other ways: then this is the least-norm choice
};

// Reactions of a motion: every leg joint, leg by leg, then the nacelle's joints, then tips and loops. Reads positions, velocities and
// accelerations, and the efforts. Tip and loop wrenches solve the equilibrium of legs and nacelle; where it leaves a choice they have the
// least sum of squared forces and moments, at the tips, moments divided by the robot's length. The recursion inward gives the rest.
std::vector<Reaction> reactions(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics, const VecX<double>& effort);

}  // namespace gough
