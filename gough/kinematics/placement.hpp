#pragma once

#include <cassert>

#include "gough/kinematics/tree_motion.hpp"

// World frames of bodies and tips from joint positions.
namespace gough {

// Reads the joint's position and its parent's body; fills its body.
template <class T>
void place_body(const Leg& leg, LegData<T>& data, int joint) {
  assert(fits(leg, data));
  data.body[joint] = moved(leg.joints[joint], joint_frame(leg, data.body, joint), data.q[joint]);
}

// Reads every joint position of a leg; fills its bodies.
template <class T>
void place_leg(const Leg& leg, LegData<T>& data) {
  assert(fits(leg, data));
  place_tree(leg, data.q, data.body);
}

// Reads data.pose; fills the nacelle's bodies.
template <class T>
void place_nacelle(const Robot& robot, KinematicsData<T>& data) {
  assert(fits(robot, data));
  data.nacelle.body[0] = {data.pose.R, data.pose.p};
  place_tree(robot.nacelle, data.pose.z, data.nacelle.body);
}

// World frame of a side of a tip. A leg side with body -1 is fixed to the base.
template <class T>
Placement<T> tip_frame(const TipSide& side, const std::vector<Placement<T>>& bodies) {
  const Placement<T> frame = side.frame.template cast<T>();
  return side.body < 0 ? frame : bodies[side.body] * frame;
}

}  // namespace gough
