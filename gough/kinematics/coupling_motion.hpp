#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/math/rotation.hpp"

// Joints of a leg that follow others (`Coupling`).
namespace gough {

// The angle, within half a turn, or the length from home.
template <class T>
T way_from_home(const Joint& joint, const JointPosition<T>& q) {
  using std::atan;
  if (!joint.revolute) return q.d - T(joint.home.d);
  if constexpr (std::is_same_v<T, double>) return difference(true, q, joint.home);
  const T c = T(joint.home.c), s = T(joint.home.s), sine = q.s * c - q.c * s, cosine = q.c * c + q.s * s;
  return T(2) * atan(sine / (T(1) + cosine));
}

// The way that the others make a follower go.
template <class T>
T followed_way(const Leg& leg, const Coupling& coupling, const std::vector<JointPosition<T>>& q) {
  T out = T(0);
  for (const Coupling::Term& term : coupling.terms) out += T(term.ratio) * way_from_home<T>(leg.joints[term.joint], q[term.joint]);
  return out;
}

// What a follower is ahead of that: an angle, or its sine where it is recorded, or a length.
template <class T>
T coupling_gap(const Leg& leg, const Coupling& coupling, const std::vector<JointPosition<T>>& q) {
  using std::cos;
  using std::sin;
  const Joint& joint = leg.joints[coupling.joint];
  const T way = followed_way(leg, coupling, q);
  if (!joint.revolute) return way_from_home<T>(joint, q[coupling.joint]) - way;
  if constexpr (std::is_same_v<T, double>) return std::remainder(way_from_home<T>(joint, q[coupling.joint]) - way, 2.0 * kPi);
  const JointPosition<T> ahead = JointPosition<T>{T(joint.home.c), T(-joint.home.s), T(0)} * q[coupling.joint];
  return ahead.s * cos(way) - ahead.c * sin(way);
}

// Puts every follower where the others make it go.
template <class T>
void follow_couplings(const Leg& leg, std::vector<JointPosition<T>>& q) {
  using std::cos;
  using std::sin;
  for (const Coupling& coupling : leg.couplings) {
    const Joint& joint = leg.joints[coupling.joint];
    const T way = followed_way(leg, coupling, q);
    const JointPosition<T> home{T(joint.home.c), T(joint.home.s), T(joint.home.d)};
    q[coupling.joint] = home * (joint.revolute ? JointPosition<T>{cos(way), sin(way), T(0)} : JointPosition<T>{T(1), T(0), way});
  }
}

// A joint's position as the user's angle or length; a follower's with its whole turns.
inline double followed_value(const Leg& leg, int joint, const std::vector<JointPosition<double>>& q) {
  for (const Coupling& coupling : leg.couplings)
    if (coupling.joint == joint) return leg.joints[joint].home_value + followed_way(leg, coupling, q);
  return joint_value(leg.joints[joint], q[joint]);
}

inline bool is_follower(const Leg& leg, int joint) {
  for (const Coupling& coupling : leg.couplings)
    if (coupling.joint == joint) return true;
  return false;
}

}  // namespace gough
