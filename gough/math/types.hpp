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

  // Written out: compilers leave Eigen's sum of a product and a vector as a call.
  Vec3<T> point(const Vec3<T>& x) const { return {R.row(0).dot(x) + p.x(), R.row(1).dot(x) + p.y(), R.row(2).dot(x) + p.z()}; }
  Vec3<T> inverse_point(const Vec3<T>& x) const { return R.transpose() * (x - p); }
  Placement operator*(const Placement& b) const { return {R * b.R, point(b.p)}; }
  Placement inverse() const { return {R.transpose(), -(R.transpose() * p)}; }

  template <class S>
  Placement<S> cast() const {
    return {R.template cast<S>(), p.template cast<S>()};
  }
};

}  // namespace gough
