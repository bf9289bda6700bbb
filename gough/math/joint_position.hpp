#pragma once

#include "gough/math/types.hpp"

namespace gough {

// Position of a one-degree-of-freedom joint: a turn by (c, s) = (cos, sin) about its axis and a
// slide by d along it. A revolute joint has d = 0, a prismatic one has c = 1, s = 0.
template <class T>
struct JointPosition {
  T c = T(1);
  T s = T(0);
  T d = T(0);
};

// One position after another: turns compose, slides add.
template <class T>
JointPosition<T> operator*(const JointPosition<T>& a, const JointPosition<T>& b) {
  return {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s, a.d + b.d};
}

// The angle or length from one position of a joint to another.
inline double difference(bool revolute, const JointPosition<double>& to, const JointPosition<double>& from) {
  return revolute ? std::atan2(to.s * from.c - to.c * from.s, to.c * from.c + to.s * from.s) : to.d - from.d;
}

// Frame `parent` moved by a turn and a slide about its own z axis.
template <class T>
Placement<T> moved(const Placement<T>& parent, const JointPosition<T>& q) {
  Placement<T> out;
  out.R.col(0) = q.c * parent.R.col(0) + q.s * parent.R.col(1);
  out.R.col(1) = q.c * parent.R.col(1) - q.s * parent.R.col(0);
  out.R.col(2) = parent.R.col(2);
  out.p = parent.p + q.d * parent.R.col(2);
  return out;
}

}  // namespace gough
