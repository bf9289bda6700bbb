#pragma once

#include "gough/math/joint_position.hpp"

// Small turns by rational maps, without sine or cosine: turns by 2 atan(angle / 2), which is the angle to third order.
namespace gough {

// (cos, sin) turned by an angle, and one step towards length one.
template <class T>
void turn_by(T& c, T& s, const T& angle) {
  const T t = angle / T(2), scale = T(1) / (T(1) + t * t);
  const T turn_c = (T(1) - t * t) * scale, turn_s = angle * scale;
  const T x = c * turn_c - s * turn_s, y = s * turn_c + c * turn_s;
  const T length = (T(3) - x * x - y * y) / T(2);
  c = x * length;
  s = y * length;
}

// R turned by Cayley's map of w: (1 + [a]×)(1 − [a]×)⁻¹ R with a = w / 2.
template <class T>
Mat3<T> turned_by(const Mat3<T>& R, const Vec3<T>& w) {
  const Vec3<T> a = w / T(2);
  const T scale = T(2) / (T(1) + a.squaredNorm());
  Mat3<T> out;
  for (int k = 0; k < 3; ++k) {
    const Vec3<T> column = R.col(k), across = a.cross(column);
    out.col(k) = column + scale * (across + a.cross(across));
  }
  return out;
}

}  // namespace gough
