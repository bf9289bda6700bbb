#pragma once

#include <string>

#include "gough/dynamics/body_moments.hpp"
#include "gough/dynamics/load.hpp"

namespace gough {

// What a joint passes on: force and moment at its origin, world axes, from the body before it on the body behind it (for a tip: from the
// nacelle on the leg). The part along a joint's own freedom is its effort: actuator less friction and rotor.
struct Reaction {
  int leg = -1;       // -1: joints and loops inside the nacelle
  std::string joint;  // joint, tip or loop
  Vec3<double> force = Vec3<double>::Zero(), moment = Vec3<double>::Zero();
  bool unique = true;  // false where an over-constrained robot may share it in other ways: then this is the least-norm choice
};

// Wrenches along the rows of the legs' tips, on the legs, and along the rows of C, of which the nacelle's loops are the last.
template <class T>
struct RowWrenches {
  std::vector<VecX<T>> legs;
  VecX<T> constraint;
};

// What `reactions` fills, allocated once for a robot.
template <class T>
struct ReactionData {
  explicit ReactionData(const Robot& robot);

  std::vector<Wrench<T>> wrench;  // of every leg joint, leg by leg, then the nacelle's joints, then tips and loops

  // working memory
  std::vector<std::vector<Wrench<T>>> leg_needs;  // what the bodies behind each joint need, at the joint
  std::vector<std::vector<Wrench<T>>> leg_given;  // what tips give them
  std::vector<Wrench<T>> nacelle_needs, nacelle_given;
  std::vector<VecX<T>> leg_effort;    // what the tips must give along the joints' freedoms
  VecX<T> nacelle_force;              // on V_N
  RowWrenches<T> rows;                // the answer
  RowWrenches<T> part;                // of it, or of what may be added to it
  std::vector<RowWrenches<T>> loose;  // what may be added without harm to the equilibrium, where rows of C repeat others
  HouseholderQr<T> choice;            // the same as forces and moments at the tips, moments over the robot's length
  VecX<T> weighed;                    // the answer, likewise
};

// Reactions of a motion. Reads positions, velocities and accelerations, and the efforts. The tips' wrenches are those that the legs need,
// J_i⁺ᵀ, and wrenches that a leg does not feel, Q2 μ_i; with those of the nacelle's loops μ holds the nacelle, C_dᵀ μ = f. Where rows of C
// repeat others there is a choice: the least sum of squared forces and moments at tips and loops, moments divided by the robot's length.
// The recursion inward gives the rest. Linear in the legs; the dense solves are those of C_d and of the choice. Allocates nothing.
// `payload`: on the platform besides the load's, or nothing.
template <class T>
void reactions(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, const VecX<T>& effort, ReactionData<T>& data,
               const BodyMoments<T>* payload = nullptr);

// The same with names, and with which of them are unique.
std::vector<Reaction> reactions(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics, const VecX<double>& effort);

// Joints, tips and loops in that order, without their wrenches.
std::vector<Reaction> reaction_list(const Robot& robot);

}  // namespace gough
