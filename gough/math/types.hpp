#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

// Small vector and matrix types, templated over the scalar T (docs/notation.md).
namespace gough {

template <class T>
using Vec3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Mat3 = Eigen::Matrix<T, 3, 3>;
template <class T>
using VecX = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T>
using MatX = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

// [a]×: hat(a) b = a × b.
template <class T>
Mat3<T> hat(const Vec3<T>& a) {
  Mat3<T> out;
  out << T(0), -a.z(), a.y(), a.z(), T(0), -a.x(), -a.y(), a.x(), T(0);
  return out;
}

template <class T>
Vec3<T> unit(const Vec3<T>& v) {
  using std::sqrt;
  return v * (T(1) / sqrt(v.squaredNorm()));
}

// Placement of a frame in the world, or in a parent frame: x_parent = R x + p.
template <class T>
struct Placement {
  Mat3<T> R = Mat3<T>::Identity();
  Vec3<T> p = Vec3<T>::Zero();

  Vec3<T> point(const Vec3<T>& x) const { return R * x + p; }
  Vec3<T> inverse_point(const Vec3<T>& x) const { return R.transpose() * (x - p); }
  Placement operator*(const Placement& b) const { return {R * b.R, R * b.p + p}; }
  Placement inverse() const { return {R.transpose(), -(R.transpose() * p)}; }

  template <class S>
  Placement<S> cast() const {
    return {R.template cast<S>(), p.template cast<S>()};
  }
};

// A velocity [v; ω] or an acceleration [v̇; ω̇] in world axes: of a material point of a body, and of the body's rotation.
template <class T>
struct Motion {
  Vec3<T> linear = Vec3<T>::Zero();
  Vec3<T> angular = Vec3<T>::Zero();
};

// Position of a one-degree-of-freedom joint: a turn by (c, s) = (cos, sin) about its axis and a
// slide by d along it. A revolute joint has d = 0, a prismatic one has c = 1, s = 0.
template <class T>
struct JointPosition {
  T c = T(1);
  T s = T(0);
  T d = T(0);
};

// Frame `parent` turned about its own z axis and slid along it.
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
