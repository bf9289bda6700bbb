#pragma once

#include "gough/kinematics/data.hpp"

// World frames of bodies and tips from joint positions.
namespace gough {

// World frame of a joint before its motion. Reads the parent's body.
template <class T>
Placement<T> joint_frame(const Leg& leg, const LegData<T>& data, int joint) {
  const Placement<T> placement = leg.joints[joint].placement.template cast<T>();
  if (leg.joints[joint].parent < 0) return placement;
  return data.body[leg.joints[joint].parent] * placement;
}

// Reads the joint's position and its parent's body; fills its body.
template <class T>
void place_body(const Leg& leg, LegData<T>& data, int joint) {
  data.body[joint] = moved(joint_frame(leg, data, joint), data.q[joint]);
}

// Reads every joint position of a leg; fills its bodies.
template <class T>
void place_leg(const Leg& leg, LegData<T>& data) {
  for (int j = 0; j < leg.freedoms(); ++j) place_body(leg, data, j);
}

// Reads data.pose; fills the nacelle's bodies.
template <class T>
void place_nacelle(const Robot& robot, KinematicsData<T>& data) {
  data.nacelle.body[0] = {data.pose.R, data.pose.p};
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const Joint& joint = robot.nacelle.joints[k];
    data.nacelle.body[k + 1] = moved(data.nacelle.body[joint.parent] * joint.placement.template cast<T>(), data.pose.z[k]);
  }
}

// World frame of a side of a tip. A leg side with body -1 is fixed to the base.
template <class T>
Placement<T> tip_frame(const TipSide& side, const std::vector<Placement<T>>& bodies) {
  const Placement<T> frame = side.frame.template cast<T>();
  return side.body < 0 ? frame : bodies[side.body] * frame;
}

}  // namespace gough
