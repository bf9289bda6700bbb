#pragma once

#include "gough/kinematics/tree_motion.hpp"

// What the chains of a leg's loops do (`LegLoop`), from the leg's joints.
namespace gough {

// Reads q; fills the bodies of the loops.
template <class T>
void place_loops(const Leg& leg, LegData<T>& data) {
  struct Positions {
    const std::vector<JointPosition<T>>& of_leg;
    const std::vector<int>& joints;
    const JointPosition<T>& operator[](int k) const { return of_leg[joints[k]]; }
  };
  for (std::size_t l = 0; l < leg.loops.size(); ++l)
    place_tree(leg.loops[l].chains, Positions{data.q, leg.loops[l].joints}, data.loops[l].body);
}

// Reads q̇ and the loops' bodies; fills their rates and velocities.
template <class T>
void loop_velocities(const Leg& leg, LegData<T>& data) {
  for (std::size_t l = 0; l < leg.loops.size(); ++l) {
    LoopData<T>& d = data.loops[l];
    for (std::size_t k = 0; k < leg.loops[l].joints.size(); ++k) d.rates(k) = data.dq(leg.loops[l].joints[k]);
    tree_velocities(leg.loops[l].chains, d.body, d.rates, d.velocity);
  }
}

}  // namespace gough
