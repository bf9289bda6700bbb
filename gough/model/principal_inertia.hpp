#pragma once

#include <vector>

#include "gough/math/types.hpp"

namespace gough {

// An inertia matrix as round · 1 + Σ spread_k e_k e_kᵀ over at most two principal axes e_k: none for a ball, one for a body of revolution.
struct PrincipalInertia {
  double round = 0.0;
  double spread[2] = {0.0, 0.0};
  Vec3<double> axis[2] = {Vec3<double>::Zero(), Vec3<double>::Zero()};  // e_k, in the body frame

  bool operator==(const PrincipalInertia& other) const {
    return round == other.round && spread[0] == other.spread[0] && spread[1] == other.spread[1] && axis[0] == other.axis[0] &&
           axis[1] == other.axis[1];
  }
};
PrincipalInertia principal_inertia(const Mat3<double>& inertia);

// Those of a leg's bodies, central. A body on a slide turns with what carries it and passes its moments on: there its inertia is counted.
struct Leg;
std::vector<PrincipalInertia> carried_inertias(const Leg& leg);

// I v in world axes, for a body whose frame has the rotation R.
template <class T>
Vec3<T> times(const PrincipalInertia& I, const Mat3<T>& R, const Vec3<T>& v) {
  Vec3<T> out = T(I.round) * v;
  for (int k = 0; k < 2; ++k) {
    if (I.spread[k] == 0.0) continue;
    const Vec3<T> e = R * I.axis[k].template cast<T>();
    out += (T(I.spread[k]) * e.dot(v)) * e;
  }
  return out;
}

}  // namespace gough
