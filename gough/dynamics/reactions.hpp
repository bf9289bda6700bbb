#pragma once

#include "gough/dynamics/data.hpp"

namespace gough {

// Force and moment in a joint, in world axes at the origin of the body frame behind it, from the body before it on the body behind it. For
// a tip: at its point, from the nacelle on the leg; for a loop: on its first body. The component along the joint's freedom is its effort:
// the actuator's minus friction and rotor inertia.
struct Reaction {
  int leg = -1;       // -1: joints and loops inside the nacelle
  std::string joint;  // name of the joint, tip or loop
  Vec3<double> force = Vec3<double>::Zero(), moment = Vec3<double>::Zero();
  bool unique = true;  // false if equilibrium does not determine it (over-constrained robot): then it is the least-norm choice
};

// Reactions of a motion: every leg joint, leg by leg, then the nacelle's joints, then tips and loops. Reads positions, velocities,
// accelerations and the efforts. Wrenches of tips and loops solve the equilibrium of legs and nacelle, with the least sum of squares if it
// does not determine them, moments divided by the robot's length. A recursion inward gives the other reactions.
std::vector<Reaction> reactions(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics, const VecX<double>& effort);

}  // namespace gough
