#pragma once

#include "gough/math/types.hpp"

// Motions and wrenches of a body, both in world axes and at a named point, linear part first (docs/notation.md): the power of a wrench on
// a motion is force · linear + moment · angular.
namespace gough {

// Velocity [v; ω] of a material point and its body, or acceleration [v̇; ω̇].
template <class T>
struct Motion {
  Vec3<T> linear = Vec3<T>::Zero();
  Vec3<T> angular = Vec3<T>::Zero();
};

template <class T>
struct Wrench {
  Vec3<T> force = Vec3<T>::Zero();
  Vec3<T> moment = Vec3<T>::Zero();
};

// Velocity of the point of the body at `arm` from the point of V.
template <class T>
Vec3<T> velocity_at(const Motion<T>& V, const Vec3<T>& arm) {
  return V.linear + V.angular.cross(arm);
}

// Acceleration of the point of the body at `arm` from the point of V and A.
template <class T>
Vec3<T> acceleration_at(const Motion<T>& V, const Motion<T>& A, const Vec3<T>& arm) {
  return A.linear + A.angular.cross(arm) + V.angular.cross(V.angular.cross(arm));
}

// Adds a force that acts at `arm` from the wrench's point, and a moment.
template <class T>
void add_wrench(Wrench<T>& wrench, const Vec3<T>& force, const Vec3<T>& moment, const Vec3<T>& arm) {
  wrench.force += force;
  wrench.moment += moment + arm.cross(force);
}

// Power of a wrench on a motion of the same point.
template <class T>
T power(const Wrench<T>& W, const Motion<T>& V) {
  return V.linear.dot(W.force) + V.angular.dot(W.moment);
}

// Inertia of a point mass at r about the origin.
template <class T>
Mat3<T> point_inertia(const T& mass, const Vec3<T>& r) {
  return mass * (r.squaredNorm() * Mat3<T>::Identity() - r * r.transpose());
}

}  // namespace gough
