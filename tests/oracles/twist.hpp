#pragma once

#include "gough/math/types.hpp"

// Twists and wrenches at the world's origin, as the oracle of random robots has them.
namespace gough::oracle {

using V3 = Vec3<double>;
using M3 = Mat3<double>;
using Frame = Placement<double>;
using Twist = Eigen::Matrix<double, 6, 1>;  // [ω; v of the body's point at the world's origin], and wrenches [n; f]

// [V, S]: how a screw S fixed to a body moving with V changes.
inline Twist bracket(const Twist& V, const Twist& S) {
  Twist out;
  const V3 w = V.head<3>(), v = V.tail<3>(), sw = S.head<3>(), sv = S.tail<3>();
  out << w.cross(sw), w.cross(sv) + v.cross(sw);
  return out;
}

// The same for a wrench or momentum.
inline Twist dual_bracket(const Twist& V, const Twist& W) {
  Twist out;
  const V3 w = V.head<3>(), v = V.tail<3>(), n = W.head<3>(), f = W.tail<3>();
  out << w.cross(n) + v.cross(f), w.cross(f);
  return out;
}

inline Twist wrench_at(const V3& point, const V3& force, const V3& moment) {
  Twist out;
  out << moment + point.cross(force), force;
  return out;
}

// Velocity of the body's point there.
inline V3 velocity_at(const Twist& V, const V3& point) { return V3(V.tail<3>()) + V3(V.head<3>()).cross(point); }

}  // namespace gough::oracle
