#include "gough/kinematics/tip_residuals.hpp"

#include <cassert>

#include "gough/kinematics/coupling_motion.hpp"
#include "gough/kinematics/loop_motion.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

// Residuals whose rates those rows give where they vanish. In doubles those of revolute and rigid tips are angles: a sine would fall again
// beyond a right angle, and an iteration turn back there.
template <class T>
Vec3<T> angular_residual(TipKind kind, const Mat3<T>& near, const Mat3<T>& far) {
  Vec3<T> r = Vec3<T>::Zero();
  if (kind == TipKind::universal) r(0) = near.col(0).dot(far.col(1));
  if (kind == TipKind::revolute) {
    r(0) = near.col(0).dot(far.col(2));
    r(1) = near.col(1).dot(far.col(2));
    if constexpr (std::is_same_v<T, double>) {
      const double sine = std::hypot(r(0), r(1));
      if (sine > 0.0) r *= std::atan2(sine, near.col(2).dot(far.col(2))) / sine;
    }
  }
  if (kind == TipKind::rigid) {
    if constexpr (std::is_same_v<T, double>) return rotation_vector(near * far.transpose());
    for (int k = 0; k < 3; ++k) r += far.col(k).cross(near.col(k)) / T(2);
  }
  return r;
}

template <class T, class Vector>
void residual_rows(TipKind kind, const Placement<T>& near, const Placement<T>& far, Vector& out, int row) {
  out.template segment<3>(row) = near.p - far.p;
  const Vec3<T> angular = angular_residual<T>(kind, near.R, far.R);
  for (int k = 0; k < angular_rows(kind); ++k) out(row + 3 + k) = angular(k);
}

// What is open between two sides of a tip: an angle, or a distance over the robot's length.
double open_between(const Robot& robot, TipKind kind, const Placement<double>& near, const Placement<double>& far) {
  return std::max((near.p - far.p).norm() / robot.length, angular_residual<double>(kind, near.R, far.R).norm());
}

// 0 where the axes that a tip ties point the same way, 2 where they point against each other.
Recorded turned_over(TipKind kind, const Mat3<Recorded>& near, const Mat3<Recorded>& far) {
  if (kind == TipKind::revolute) return Recorded(1.0) - near.col(2).dot(far.col(2));
  if (kind == TipKind::rigid)
    return (Recorded(3.0) - near.col(0).dot(far.col(0)) - near.col(1).dot(far.col(1)) - near.col(2).dot(far.col(2))) / 2.0;
  return 0.0;
}

}  // namespace

template <class T>
void tip_residuals(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data) {
  assert(fits(leg, data));
  int row = 0;
  for (const Tip& tip : leg.tips) {
    residual_rows<T>(tip.kind, tip_frame(tip.leg, data.body), tip_frame(tip.nacelle, nacelle.body), data.residual, row);
    row += rows(tip.kind);
  }
  place_loops(leg, data);
  for (std::size_t l = 0; l < leg.loops.size(); ++l) {
    const LegLoop& loop = leg.loops[l];
    residual_rows<T>(loop.kind, tip_frame(loop.near, data.loops[l].body), tip_frame(loop.far, data.loops[l].body), data.residual, row);
    row += rows(loop.kind);
  }
  for (const Coupling& coupling : leg.couplings) data.residual(row++) = T(coupling.weight) * coupling_gap<T>(leg, coupling, data.q);
}

template <class T>
int loop_residuals(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row) {
  assert(fits(robot.nacelle, nacelle));
  for (const TreeLoop& loop : robot.nacelle.loops) {
    residual_rows<T>(loop.kind, tip_frame(loop.a, nacelle.body), tip_frame(loop.b, nacelle.body), out, row);
    row += rows(loop.kind);
  }
  return row;
}

namespace {

// Calls f(kind, near, far) for the frames of a leg's tips, and of its loops.
template <class T, class F>
void for_each_closing(const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, const F& f) {
  for (const Tip& tip : leg.tips) f(tip.kind, tip_frame(tip.leg, data.body), tip_frame(tip.nacelle, nacelle.body));
  for (const LegLoop& loop : leg.loops) f(loop.kind, tip_frame(loop.a, data.body), tip_frame(loop.b, data.body));
}

void see_coupling(const Robot& robot, const Leg& leg, const Coupling& coupling, const LegData<double>& data, double& gap) {
  const double open =
      std::abs(coupling.weight * coupling_gap<double>(leg, coupling, data.q)) / (leg.joints[coupling.joint].revolute ? 1.0 : robot.length);
  if (!(open <= gap)) gap = open;
}

}  // namespace

bool tips_aligned(const Leg& leg, const NacelleData<double>& nacelle, const LegData<double>& data) {
  assert(fits(leg, data));
  bool aligned = true;
  for_each_closing(leg, nacelle, data, [&](TipKind kind, const Placement<double>& near, const Placement<double>& far) {
    if (kind == TipKind::revolute) aligned &= !(near.R.col(2).dot(far.R.col(2)) < 0.0);
    if (kind == TipKind::rigid) aligned &= !((near.R.transpose() * far.R).trace() < 1.0);  // more than a right angle apart
  });
  return aligned;
}

double tip_gap(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data) {
  assert(fits(robot.nacelle, nacelle));
  assert(fits(leg, data));
  place_leg(leg, data);
  double gap = 0.0;
  for_each_closing(leg, nacelle, data, [&](TipKind kind, const Placement<double>& near, const Placement<double>& far) {
    const double open = open_between(robot, kind, near, far);
    if (!(open <= gap)) gap = open;  // NaN stays
  });
  for (const Coupling& coupling : leg.couplings) see_coupling(robot, leg, coupling, data, gap);
  return gap;
}

double loop_gap(const Robot& robot, const KinematicsData<double>& data) {
  assert(fits(robot, data));
  double gap = 0.0;
  const auto see = [&](TipKind kind, const Placement<double>& near, const Placement<double>& far) {
    const double open = open_between(robot, kind, near, far);
    if (!(open <= gap)) gap = open;
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    for_each_closing(robot.legs[i], data.nacelle, data.legs[i], see);
    for (const Coupling& coupling : robot.legs[i].couplings) see_coupling(robot, robot.legs[i], coupling, data.legs[i], gap);
  }
  for (const TreeLoop& loop : robot.nacelle.loops)
    see(loop.kind, tip_frame(loop.a, data.nacelle.body), tip_frame(loop.b, data.nacelle.body));
  return gap;
}

std::vector<Recorded> coupling_openings(const Robot& robot, const Leg& leg, const Coupling& coupling, const LegData<Recorded>& data) {
  assert(fits(leg, data));
  using R = Recorded;
  const Joint& joint = leg.joints[coupling.joint];
  const R gap = R(coupling.weight) * coupling_gap<R>(leg, coupling, data.q);
  if (!joint.revolute) return {gap * R(1.0 / robot.length)};
  const R way = followed_way(leg, coupling, data.q);
  const JointPosition<R> ahead = JointPosition<R>{R(joint.home.c), R(-joint.home.s), R(0)} * data.q[coupling.joint];
  return {gap, R(1.0) - ahead.c * cos(way) - ahead.s * sin(way)};
}

Recorded loop_gap_square(const Robot& robot, const KinematicsData<Recorded>& data) {
  assert(fits(robot, data));
  using R = Recorded;
  R out = 0.0;
  const R per_length = 1.0 / (robot.length * robot.length);
  const auto larger = [](const R& a, const R& b) { return -smaller(-a, -b); };
  const auto see = [&](TipKind kind, const Placement<R>& near, const Placement<R>& far) {
    out = larger(out, per_length * (near.p - far.p).squaredNorm());
    if (angular_rows(kind) == 0) return;
    const R over = turned_over(kind, near.R, far.R);
    out = larger(out, angular_residual<R>(kind, near.R, far.R).squaredNorm() + over * over);
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    for_each_closing(robot.legs[i], data.nacelle, data.legs[i], see);
    for (const Coupling& coupling : robot.legs[i].couplings)
      for (const R& open : coupling_openings(robot, robot.legs[i], coupling, data.legs[i])) out = larger(out, open * open);
  }
  for (const TreeLoop& loop : robot.nacelle.loops)
    see(loop.kind, tip_frame(loop.a, data.nacelle.body), tip_frame(loop.b, data.nacelle.body));
  R stretch = 0.0;  // closed forms take a bar to be as long as what it is aimed at is far away
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) {
      const JointPosition<R>& q = data.legs[i].q[j];
      if (robot.legs[i].joints[j].revolute) stretch += (q.c * q.c + q.s * q.s - R(1.0)) * (q.c * q.c + q.s * q.s - R(1.0));
    }
  return larger(out, stretch);
}

template void tip_residuals(const Leg&, const NacelleData<double>&, LegData<double>&);
template void tip_residuals(const Leg&, const NacelleData<Recorded>&, LegData<Recorded>&);
template int loop_residuals(const Robot&, const NacelleData<double>&, VecX<double>&, int);
template int loop_residuals(const Robot&, const NacelleData<Recorded>&, VecX<Recorded>&, int);

}  // namespace gough
