#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// State of a kinematic element and its two derivatives, [O, Eqs. 4, 12-15], docs/theory.md (4.1), (4.2). The spin is ω·x: `spin` of the
// upper body, `root_spin` of the lower one. The spin of an element on a universal joint is not zero.
template <class T>
struct ElementMotion {
  Vec3<T> A = Vec3<T>::Zero(), B = Vec3<T>::Zero();
  Vec3<T> x = Vec3<T>::Zero(), dx = Vec3<T>::Zero(), ddx = Vec3<T>::Zero();
  T d = T(0), dd = T(0), ddd = T(0);
  T cos_theta = T(1), sin_theta = T(0);  // θ of the upper body, from element.reference to element.mark
  T spin = T(0), dspin = T(0);
  T root_spin = T(0), root_dspin = T(0);
};

// The state of one element. Reads bodies, velocities and accelerations of the leg.
template <class T>
ElementMotion<T> element_motion(const Leg& leg, const Element& element, const LegData<T>& data);

// Spin of an element on a universal joint whose first axis u is fixed, from its line alone (docs/theory.md, section 4):
// θ̇ = (u·x)(u·(x × ẋ)) / (1 − (u·x)²).
template <class T>
T universal_spin(const Vec3<T>& u, const Vec3<T>& x, const Vec3<T>& dx) {
  const T along = u.dot(x);
  return along * u.dot(x.cross(dx)) / (T(1) - along * along);
}

}  // namespace gough
