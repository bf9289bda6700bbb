#pragma once

#include <cassert>

#include "gough/kinematics/placement.hpp"

// The two sides of a tip, and the directions along which its rows are written.
namespace gough {

// Calls f(row, is_length) for every row of a leg (2.1): the gap there is a length, or an angle.
template <class F>
void for_each_row(const Leg& leg, const F& f) {
  int row = 0;
  const auto see = [&](TipKind kind) {
    for (int k = 0; k < rows(kind); ++k) f(row++, k < 3);
  };
  for (const Tip& tip : leg.tips) see(tip.kind);
  for (const LegLoop& loop : leg.loops) see(loop.kind);
  for (const Coupling& coupling : leg.couplings) f(row++, !leg.joints[coupling.joint].revolute);
}

// The angular rows of a tip in world axes: row k acts on the angular velocity of `near` less that of `far`.
template <class T>
Mat3<T> angular_row_vectors(TipKind kind, const Mat3<T>& near, const Mat3<T>& far) {
  Mat3<T> n = Mat3<T>::Identity();
  if (kind == TipKind::universal) n.col(0) = near.col(0).cross(far.col(1));
  if (kind == TipKind::revolute) {
    n.col(0) = near.col(0).cross(far.col(2));
    n.col(1) = near.col(1).cross(far.col(2));
  }
  return n;
}

// Whether the rows of a tip are read at its last joint, before that joint's turn.
inline bool at_last_joint(const Leg& leg, const Tip& tip) {
  return tip.kind == TipKind::rigid && tip.leg.body >= 0 && leg.joints[tip.leg.body].revolute;
}

// The axes in which a tip's rows are written: those of the leg's body at the tip, or of what carries the last joint.
template <class T>
Mat3<T> row_axes(const Leg& leg, const Tip& tip, const LegData<T>& data) {
  assert(fits(leg, data));
  if (tip.leg.body < 0) return Mat3<T>(Mat3<T>::Identity());
  return at_last_joint(leg, tip) ? joint_frame(leg, data.body, tip.leg.body).R : data.body[tip.leg.body].R;
}

// The two frames whose relative motion a tip's rows read. Those of a rigid tip may be any that coincide: taken at the last joint, that
// joint has only one row.
inline TipSide leg_side(const Tip& tip) {
  return tip.kind == TipKind::rigid && tip.leg.body >= 0 ? TipSide{tip.leg.body, Placement<double>{}} : tip.leg;
}
inline TipSide nacelle_side(const Tip& tip) {
  if (tip.kind != TipKind::rigid || tip.leg.body < 0) return tip.nacelle;
  return {tip.nacelle.body, tip.nacelle.frame * tip.leg.frame.inverse()};
}

// The angular rows of a leg's tip, as vectors in world axes.
template <class T>
Mat3<T> world_row_vectors(const Leg& leg, const Tip& tip, const LegData<T>& data, const NacelleData<T>& nacelle) {
  assert(fits(leg, data));
  if (tip.kind == TipKind::rigid) return row_axes(leg, tip, data);
  return angular_row_vectors<T>(tip.kind, tip_frame(tip.leg, data.body).R, tip_frame(tip.nacelle, nacelle.body).R);
}

// The three rows of a point's velocity, written in world axes, in other axes.
template <class T>
void turn_rows(const Mat3<T>& axes, MatX<T>& out, int row, Eigen::Index column) {
  const Vec3<T> v = out.col(column).template segment<3>(row);
  out.col(column).template segment<3>(row) = axes.transpose() * v;
}

// A side of a tip with what its frame does now.
template <class T>
struct SideRate {
  Placement<T> frame;
  Vec3<T> v, w;
};

template <class T, class Bodies>
SideRate<T> side_rate(const TipSide& side, const Bodies& data) {
  SideRate<T> out{tip_frame(side, data.body), Vec3<T>::Zero(), Vec3<T>::Zero()};
  if (side.body < 0) return out;
  out.w = data.velocity[side.body].angular;
  out.v = data.velocity[side.body].linear + out.w.cross(out.frame.p - data.body[side.body].p);
  return out;
}

}  // namespace gough
