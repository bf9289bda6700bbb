#include "gough/kinematics/tip_rows.hpp"

#include <cassert>

#include "gough/kinematics/loop_motion.hpp"
#include "gough/kinematics/tip_sides.hpp"
#include "gough/kinematics/tree_motion.hpp"

namespace gough {
namespace {

// One column: the rows applied to a motion of the tip point.
template <class T>
void write_column(MatX<T>& out, int row, int column, const Motion<T>& V, const Mat3<T>& n, int angular, const T& sign) {
  for (int k = 0; k < 3; ++k) out(row + k, column) += sign * V.linear(k);
  for (int k = 0; k < angular; ++k) out(row + 3 + k, column) += sign * n.col(k).dot(V.angular);
}

// Twist columns of a nacelle body at the point `at`: six of the platform, then its chain of nacelle joints.
template <class T>
void nacelle_columns(const Robot& robot, const NacelleData<T>& nacelle, int body, const Vec3<T>& at, const Mat3<T>& n, int angular,
                     const T& sign, MatX<T>& out, int row) {
  for_each_column<T>(robot.nacelle, nacelle.body, body, at,
                     [&](int column, const Motion<T>& S) { write_column<T>(out, row, column, S, n, angular, sign); });
}

// The rows of a leg's loops in J, from `row` on, along the axes of their chains, and of its couplings; `column` of each of the leg's
// joints. Fills the loops' bodies.
template <class T, class Column>
void loop_rows(const Leg& leg, LegData<T>& data, int row, const Column& column) {
  place_loops(leg, data);
  for (std::size_t l = 0; l < leg.loops.size(); ++l) {
    const LegLoop& loop = leg.loops[l];
    const std::vector<Placement<T>>& bodies = data.loops[l].body;
    const Placement<T> near = tip_frame(loop.near, bodies), far = tip_frame(loop.far, bodies);
    const Mat3<T> n = angular_row_vectors<T>(loop.kind, near.R, far.R);
    const auto add = [&](int body, const Vec3<T>& at, const T& sign) {
      for_each_column<T>(loop.chains, bodies, body, at, [&](int k, const Motion<T>& S) {
        write_column<T>(data.J.a, row, column(loop.joints[k]), S, n, angular_rows(loop.kind), sign);
      });
    };
    add(loop.near.body, near.p, T(1));
    add(loop.far.body, far.p, T(-1));
    row += rows(loop.kind);
  }
  for (const Coupling& coupling : leg.couplings) {
    data.J.a(row, column(coupling.joint)) = T(coupling.weight);
    for (const Coupling::Term& term : coupling.terms) data.J.a(row, column(term.joint)) = T(-coupling.weight * term.ratio);
    ++row;
  }
}

}  // namespace

template <class T>
void tip_jacobian(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data) {
  assert(fits(leg, data));
  data.J.a.setZero();
  int row = 0;
  for (const Tip& tip : leg.tips) {
    const Placement<T> near = tip_frame(tip.leg, data.body), far = tip_frame(tip.nacelle, nacelle.body);
    const Mat3<T> n = angular_row_vectors<T>(tip.kind, near.R, far.R);
    for (int j : tip.path)
      write_column<T>(data.J.a, row, j, subspace(leg.joints[j], data.body[j], near.p), n, angular_rows(tip.kind), T(1));
    row += rows(tip.kind);
  }
  loop_rows(leg, data, row, [](int joint) { return joint; });
}

void world_rows(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data) {
  assert(fits(robot.nacelle, nacelle));
  assert(fits(leg, data));
  tip_jacobian(leg, nacelle, data);
  data.B.setZero();
  int row = 0;
  for (const Tip& tip : leg.tips) {
    const Placement<double> near = tip_frame(tip.leg, data.body), far = tip_frame(tip.nacelle, nacelle.body);
    const Mat3<double> n = angular_row_vectors<double>(tip.kind, near.R, far.R);
    nacelle_columns<double>(robot, nacelle, tip.nacelle.body, far.p, n, angular_rows(tip.kind), 1.0, data.B, row);
    row += rows(tip.kind);
  }
}

// The rows of one tip, from `row` on.
template <class T>
void tip_nacelle_rows(const Robot& robot, const Leg& leg, const Tip& tip, const NacelleData<T>& nacelle, const LegData<T>& data, MatX<T>& B,
                      int row) {
  assert(fits(robot.nacelle, nacelle));
  assert(fits(leg, data));
  const Mat3<T> axes = row_axes(leg, tip, data);
  const Vec3<T> point = tip_frame(nacelle_side(tip), nacelle.body).p;
  nacelle_columns<T>(robot, nacelle, tip.nacelle.body, point, world_row_vectors(leg, tip, data, nacelle), angular_rows(tip.kind), T(1), B,
                     row);
  for (Eigen::Index c = 0; c < B.cols(); ++c) turn_rows(axes, B, row, c);
}

template <class T>
void nacelle_rows(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, MatX<T>& B) {
  assert(fits(robot.nacelle, nacelle));
  assert(fits(leg, data));
  B.setZero();
  int row = 0;
  for (const Tip& tip : leg.tips) {
    tip_nacelle_rows(robot, leg, tip, nacelle, data, B, row);
    row += rows(tip.kind);
  }
}

template <class T>
void leg_rows(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data) {
  assert(fits(robot.nacelle, nacelle));
  assert(fits(leg, data));
  data.J.a.setZero();
  data.B.setZero();
  int row = 0;
  for (const Tip& tip : leg.tips) {
    const Mat3<T> axes = row_axes(leg, tip, data);
    const Placement<T> far = tip_frame(nacelle_side(tip), nacelle.body);
    const int angular = angular_rows(tip.kind);
    // J: joint axes seen from the body at the tip, inward; there most of their numbers are constants
    const Placement<T> near = leg_side(tip).frame.template cast<T>();
    const Mat3<T> n = angular_row_vectors<T>(tip.kind, near.R, axes.transpose() * far.R);  // a rigid tip reads along the axes themselves
    Placement<T> body;                                                                     // behind joint j
    const bool before_last = at_last_joint(leg, tip);
    for (std::size_t k = tip.path.size(); k-- > 0;) {
      const int j = tip.path[k];
      const Joint& joint = leg.joints[j];
      write_column<T>(data.J.a, row, column_of(leg, j), subspace(joint, body, near.p), n, angular, T(1));
      const bool unmoved = before_last && j == tip.leg.body;
      const Placement<T> placement = joint.placement.template cast<T>();
      body = body * (unmoved ? placement : moved(joint, placement, data.q[j])).inverse();
    }
    if (leg.constraints() > 0) tip_nacelle_rows(robot, leg, tip, nacelle, data, data.B, row);
    const Vec3<T> gap = tip_frame(leg_side(tip), data.body).p - far.p;
    data.residual.template segment<3>(row) = axes.transpose() * gap;
    if (tip.kind == TipKind::rigid) {
      const Vec3<T> turn = data.residual.template segment<3>(row + 3);
      data.residual.template segment<3>(row + 3) = axes.transpose() * turn;
    }
    row += rows(tip.kind);
  }
  loop_rows(leg, data, row, [&](int joint) { return column_of(leg, joint); });
}

template <class T>
void tip_rates(const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, VecX<T>& out) {
  assert(fits(leg, data));
  int row = 0;
  for (const Tip& tip : leg.tips) {
    const SideRate<T> far = side_rate<T>(nacelle_side(tip), nacelle);
    out.template segment<3>(row) = row_axes(leg, tip, data).transpose() * far.v;
    const Mat3<T> n = world_row_vectors(leg, tip, data, nacelle);
    for (int k = 0; k < angular_rows(tip.kind); ++k) out(row + 3 + k) = n.col(k).dot(far.w);
    row += rows(tip.kind);
  }
  for (; row < leg.rows; ++row) out(row) = T(0);  // loops and couplings
}

namespace {

// Moment along the angular rows n, which begin behind the three of the force.
template <class T>
Vec3<T> row_moment(TipKind kind, const Mat3<T>& n, const VecX<T>& y, int row) {
  Vec3<T> m = Vec3<T>::Zero();
  for (int k = 0; k < angular_rows(kind); ++k) m += y(row + 3 + k) * n.col(k);
  return m;
}

}  // namespace

template <class T>
void tip_wrench(const Leg& leg, const Tip& tip, const NacelleData<T>& nacelle, const LegData<T>& data, const VecX<T>& y, int row,
                Vec3<T>& force, Vec3<T>& moment) {
  assert(fits(leg, data));
  const Vec3<T> rows_force = y.template segment<3>(row);
  force = row_axes(leg, tip, data) * rows_force;
  moment = row_moment<T>(tip.kind, world_row_vectors(leg, tip, data, nacelle), y, row);
  if (tip.kind != TipKind::rigid) return;  // rows that may be read elsewhere
  const Vec3<T> arm = tip_frame(nacelle_side(tip), nacelle.body).p - tip_frame(tip.nacelle, nacelle.body).p;
  moment += arm.cross(force);
}

template <class T>
void loop_wrench(const TreeLoop& loop, const NacelleData<T>& nacelle, const VecX<T>& y, int row, Vec3<T>& force, Vec3<T>& moment) {
  const Mat3<T> near = tip_frame(loop.a, nacelle.body).R, far = tip_frame(loop.b, nacelle.body).R;
  force = y.template segment<3>(row);
  moment = row_moment<T>(loop.kind, angular_row_vectors<T>(loop.kind, near, far), y, row);
}

template <class T>
void leg_loop_wrench(const Leg& leg, const LegLoop& loop, const LegData<T>& data, const LoopData<T>& chains, const VecX<T>& y, int row,
                     Vec3<T>& force, Vec3<T>& moment) {
  const Mat3<T> axes = joint_frame(leg, data.body, loop.joints[0]).R;  // of the chains, in the world
  const Mat3<T> near = tip_frame(loop.near, chains.body).R, far = tip_frame(loop.far, chains.body).R;
  const Vec3<T> along = y.template segment<3>(row);
  force = axes * along;
  moment = axes * row_moment<T>(loop.kind, angular_row_vectors<T>(loop.kind, near, far), y, row);
}

template <class T>
void add_tip_wrench(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, const VecX<T>& y,
                    VecX<T>& out) {
  assert(fits(robot.nacelle, nacelle));
  assert(fits(leg, data));
  int row = 0;
  for (const Tip& tip : leg.tips) {
    const Vec3<T> at = tip_frame(nacelle_side(tip), nacelle.body).p, rows_force = y.template segment<3>(row);
    const Vec3<T> f = row_axes(leg, tip, data) * rows_force;
    const Vec3<T> m = row_moment<T>(tip.kind, world_row_vectors(leg, tip, data, nacelle), y, row);
    add_on_tree<T>(robot.nacelle, nacelle.body, tip.nacelle.body, at, {f, m}, out);
    row += rows(tip.kind);
  }
}

template <class T>
int loop_jacobians(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row) {
  assert(fits(robot.nacelle, nacelle));
  for (const TreeLoop& loop : robot.nacelle.loops) {
    const Placement<T> near = tip_frame(loop.a, nacelle.body), far = tip_frame(loop.b, nacelle.body);
    const Mat3<T> n = angular_row_vectors<T>(loop.kind, near.R, far.R);
    const int angular = angular_rows(loop.kind), count = rows(loop.kind);
    out.middleRows(row, count).setZero();
    nacelle_columns<T>(robot, nacelle, loop.b.body, far.p, n, angular, T(1), out, row);
    nacelle_columns<T>(robot, nacelle, loop.a.body, near.p, n, angular, T(-1), out, row);
    row += count;
  }
  return row;
}

template void nacelle_rows(const Robot&, const Leg&, const NacelleData<double>&, const LegData<double>&, MatX<double>&);
template void leg_rows(const Robot&, const Leg&, const NacelleData<double>&, LegData<double>&);
template void tip_rates(const Leg&, const NacelleData<double>&, const LegData<double>&, VecX<double>&);
template void add_tip_wrench(const Robot&, const Leg&, const NacelleData<double>&, const LegData<double>&, const VecX<double>&,
                             VecX<double>&);
template void tip_jacobian(const Leg&, const NacelleData<double>&, LegData<double>&);
template void tip_wrench(const Leg&, const Tip&, const NacelleData<double>&, const LegData<double>&, const VecX<double>&, int,
                         Vec3<double>&, Vec3<double>&);
template void tip_wrench(const Leg&, const Tip&, const NacelleData<Recorded>&, const LegData<Recorded>&, const VecX<Recorded>&, int,
                         Vec3<Recorded>&, Vec3<Recorded>&);
template void loop_wrench(const TreeLoop&, const NacelleData<double>&, const VecX<double>&, int, Vec3<double>&, Vec3<double>&);
template void loop_wrench(const TreeLoop&, const NacelleData<Recorded>&, const VecX<Recorded>&, int, Vec3<Recorded>&, Vec3<Recorded>&);
template void leg_loop_wrench(const Leg&, const LegLoop&, const LegData<double>&, const LoopData<double>&, const VecX<double>&, int,
                              Vec3<double>&, Vec3<double>&);
template void leg_loop_wrench(const Leg&, const LegLoop&, const LegData<Recorded>&, const LoopData<Recorded>&, const VecX<Recorded>&, int,
                              Vec3<Recorded>&, Vec3<Recorded>&);
template void nacelle_rows(const Robot&, const Leg&, const NacelleData<Recorded>&, const LegData<Recorded>&, MatX<Recorded>&);
template void leg_rows(const Robot&, const Leg&, const NacelleData<Recorded>&, LegData<Recorded>&);
template void tip_rates(const Leg&, const NacelleData<Recorded>&, const LegData<Recorded>&, VecX<Recorded>&);
template void add_tip_wrench(const Robot&, const Leg&, const NacelleData<Recorded>&, const LegData<Recorded>&, const VecX<Recorded>&,
                             VecX<Recorded>&);
template int loop_jacobians(const Robot&, const NacelleData<double>&, MatX<double>&, int);
template int loop_jacobians(const Robot&, const NacelleData<Recorded>&, MatX<Recorded>&, int);

}  // namespace gough
