#pragma once

#include "gough/dynamics/body_moments.hpp"
#include "gough/model/external_load.hpp"

// What the bodies of legs and nacelle need, cut from each other: a wrench for each body at its frame's origin, and the recursions that
// bring them inward, from the bodies behind each joint to the joint.
namespace gough {

// External wrenches, springs between points and the friction of tips and loops, subtracted from what the bodies need. Reads positions and
// velocities.
template <class T>
void outside_wrenches(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, std::vector<std::vector<Wrench<T>>>& legs,
                      std::vector<Wrench<T>>& nacelle);

// Inward over a tree: `wrench` becomes what all bodies behind a joint need, at the joint; `effort` the parts along the freedoms, as if each
// joint were actuated.
template <class T>
void project_tree(const JointTree& tree, const std::vector<Placement<T>>& bodies, std::vector<Wrench<T>>& wrench, VecX<T>& effort);

// The same over the nacelle with its platform: `force` is on V_N.
template <class T>
void project_nacelle(const Robot& robot, const KinematicsData<T>& kinematics, std::vector<Wrench<T>>& wrench, VecX<T>& force);

}  // namespace gough
