#pragma once

#include <cmath>

#include "gough/kinematics/data.hpp"

// Efforts of rotor inertia, viscous and Coulomb friction and a spring in a joint. They act on both sides of the joint, so every formulation
// has them as efforts on the joint's own rate.
namespace gough {

// Inertia of an actuator's rotor at its joint, the gear ratio squared included; 0 for a passive joint.
inline double rotor_inertia(const Robot& robot, const Joint& joint) {
  if (joint.actuator < 0) return 0.0;
  const Actuator& a = robot.actuators[joint.actuator];
  return a.rotor_inertia * a.gear_ratio * a.gear_ratio;
}

template <class T>
T friction_effort(const Friction& friction, const T& rate) {
  return T(friction.viscous) * rate + T(friction.coulomb) * coulomb_sign(rate);
}

// Position of a joint from that in which its spring rests.
template <class T>
T spring_stretch(const Joint& joint, const JointPosition<T>& q) {
  using std::atan;
  if (!joint.revolute) return q.d - T(joint.spring->free);
  const T h_c = T(joint.home.c), h_s = T(joint.home.s);
  const T sine = q.s * h_c - q.c * h_s, cosine = q.c * h_c + q.s * h_s;  // of the angle from home
  return T(2) * atan(sine / (T(1) + cosine)) + T(joint.home_value - joint.spring->free);
}

// What a joint's friction and spring take at a position and a rate.
template <class T>
T resisting_effort(const Joint& joint, const JointPosition<T>& q, const T& rate) {
  const T friction = friction_effort<T>(joint.friction, rate);
  return joint.spring ? T(joint.spring->stiffness) * spring_stretch<T>(joint, q) + friction : friction;
}

// Friction moment of a tip or loop joint for a relative angular velocity ω: viscous · ω + coulomb · ω/|ω|. The Coulomb part is 0 at rest,
// |ω| ≤ kRestRate.
template <class T>
Vec3<T> friction_moment(const Friction& friction, const Vec3<T>& relative) {
  using std::sqrt;
  if (always_zero(relative.x()) && always_zero(relative.y()))  // a planar robot, recorded
    return {T(0), T(0), friction_effort<T>(friction, relative.z())};
  const T speed = sqrt(relative.squaredNorm() + T(1e-36));
  return (T(friction.viscous) + T(friction.coulomb) * coulomb_sign(speed) / speed) * relative;
}

inline bool has_friction(const Friction& friction) { return friction.viscous != 0.0 || friction.coulomb != 0.0; }

}  // namespace gough
