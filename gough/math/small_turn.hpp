#pragma once

namespace gough {

// (cos, sin) turned by 2 atan(angle / 2), which is the angle to third order, and one step towards length one.
template <class T>
void turn_by(T& c, T& s, const T& angle) {
  const T t = angle / T(2), scale = T(1) / (T(1) + t * t);
  const T turn_c = (T(1) - t * t) * scale, turn_s = angle * scale;
  const T x = c * turn_c - s * turn_s, y = s * turn_c + c * turn_s;
  const T length = (T(3) - x * x - y * y) / T(2);
  c = x * length;
  s = y * length;
}

}  // namespace gough
