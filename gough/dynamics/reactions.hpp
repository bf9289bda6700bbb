#pragma once

#include <string>

#include "gough/dynamics/body_moments.hpp"
#include "gough/model/external_load.hpp"

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

// Components of wrenches: along the rows of each leg's tips, acting on the leg, and along the rows of C, whose last ones are the nacelle's
// loops.
template <class T>
struct RowWrenches {
  std::vector<VecX<T>> legs;
  VecX<T> constraint;
};

// Result and working memory of `reactions`, allocated once for a robot.
template <class T>
struct ReactionData {
  explicit ReactionData(const Robot& robot);

  std::vector<Wrench<T>> wrench;  // of every leg joint, leg by leg, then the nacelle's joints, then tips and loops

  // working memory
  std::vector<std::vector<Wrench<T>>> leg_needs;  // wrench that moves all bodies behind each joint, at the joint
  std::vector<std::vector<Wrench<T>>> leg_given;  // the part of it that the tips give
  std::vector<Wrench<T>> nacelle_needs, nacelle_given;
  std::vector<VecX<T>> leg_effort;    // generalised forces of the joints that the tips must balance
  VecX<T> nacelle_force;              // on V_N
  RowWrenches<T> rows;                // wrenches of tips and loops
  RowWrenches<T> part;                // a summand of `rows`
  std::vector<RowWrenches<T>> loose;  // basis of the wrenches that are in equilibrium by themselves: one for each redundant row of C
  HouseholderQr<T> choice;            // its columns as forces and moments at tips and loops, moments divided by the robot's length
  VecX<T> weighed;                    // `rows`, likewise
};

// Reactions of a motion. Reads positions, velocities, accelerations and the efforts; fills data.wrench. The wrenches at the tips of leg i
// are J_i⁺ᵀ times the generalised forces of its joints, plus Q2 μ_i, which does no work on the leg; μ, with the wrenches of the nacelle's
// loops, solves the equilibrium of the nacelle, C_dᵀ μ = f. Where C has redundant rows μ is chosen for the least sum of squared forces and
// moments at tips and loops, moments divided by the robot's length. A recursion inward gives the other reactions. Linear in the legs; the
// dense solves are those with C_d and of the choice. Allocates nothing. `payload`: on the platform in addition to the load's, or none.
template <class T>
void reactions(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, const VecX<T>& effort, ReactionData<T>& data,
               const BodyMoments<T>* payload = nullptr);

// The same with names, and with which of them are unique.
std::vector<Reaction> reactions(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics, const VecX<double>& effort);

// Joints, tips and loops in that order, without their wrenches.
std::vector<Reaction> reaction_list(const Robot& robot);

}  // namespace gough
