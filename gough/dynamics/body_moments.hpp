#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/math/spatial.hpp"
#include "gough/model/rigid_body.hpp"

// Bodies as the numbers in which dynamics is linear, and the wrenches that move them.
namespace gough {

// Mass, first moment m c and inertia about the origin of a body's frame, in its axes. Those of bodies that are fixed to each other add.
template <class T>
struct BodyMoments {
  T mass = T(0);
  Vec3<T> first = Vec3<T>::Zero();
  Mat3<T> inertia = Mat3<T>::Zero();
};

template <class T>
BodyMoments<T> moments(const RigidBody& body) {
  const Mat3<double> at_origin = body.inertia + point_inertia(body.mass, body.com);
  const Vec3<double> first = body.mass * body.com;
  return {T(body.mass), first.template cast<T>(), at_origin.template cast<T>()};
}

// Of a body and, where there is one, of what is fixed to it besides.
template <class T>
BodyMoments<T> moments(const RigidBody& body, const BodyMoments<T>* more) {
  BodyMoments<T> out = moments<T>(body);
  if (!more) return out;
  out.mass += more->mass;
  out.first += more->first;
  out.inertia += more->inertia;
  return out;
}

// Newton-Euler wrench at the frame's origin that moves a body so, gravity given, [BK, Eq. 10].
template <class T>
Wrench<T> newton_euler(const BodyMoments<T>& body, const Placement<T>& frame, const Motion<T>& V, const Motion<T>& A,
                       const Vec3<T>& gravity) {
  const Vec3<T> s = frame.R * body.first, a = A.linear - gravity;
  const Vec3<T> w = frame.R.transpose() * V.angular, dw = frame.R.transpose() * A.angular;
  const Vec3<T> turning = body.inertia * dw + w.cross(body.inertia * w);
  Wrench<T> out;
  out.force = body.mass * a + A.angular.cross(s) + V.angular.cross(V.angular.cross(s));
  out.moment = frame.R * turning + s.cross(a);
  return out;
}

}  // namespace gough
