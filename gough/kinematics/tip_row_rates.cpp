#include "gough/kinematics/tip_row_rates.hpp"

#include <cassert>

#include "gough/kinematics/loop_motion.hpp"
#include "gough/kinematics/tip_sides.hpp"
#include "gough/kinematics/tree_motion.hpp"

namespace gough {
namespace {

// Rates of the angular rows, needed where a tip leaves some relative rotation free.
template <class T>
Mat3<T> angular_row_rates(TipKind kind, const Mat3<T>& near, const Mat3<T>& far, const Vec3<T>& w_near, const Vec3<T>& w_far) {
  Mat3<T> n = Mat3<T>::Zero();
  const auto rate = [&](int i, int j) -> Vec3<T> {
    return w_near.cross(near.col(i)).cross(far.col(j)) + near.col(i).cross(w_far.cross(far.col(j)));
  };
  if (kind == TipKind::universal) n.col(0) = rate(0, 1);
  if (kind == TipKind::revolute) {
    n.col(0) = rate(0, 2);
    n.col(1) = rate(1, 2);
  }
  return n;
}

// Rate of a joint's column: of [z × r or z; z or 0] with r from the joint to a point that moves with velocity v.
template <class T>
struct ColumnRate {
  Vec3<T> w, dv, dw;
};

template <class T>
ColumnRate<T> column_rate(const Joint& joint, const Placement<T>& body, const Motion<T>& motion, const Vec3<T>& at, const Vec3<T>& v) {
  const Motion<T> rate = subspace_rate(joint, body, motion, at, v);
  return {subspace(joint, body, at).angular, rate.linear, rate.angular};
}

// Writes the rate of one column: the rows n applied to (dv, dw), and their rates dn applied to w.
template <class T>
void write_column_rate(MatX<T>& out, int row, int column, const ColumnRate<T>& c, const Mat3<T>& n, const Mat3<T>& dn, int angular,
                       const T& sign) {
  for (int k = 0; k < 3; ++k) out(row + k, column) += sign * c.dv(k);
  for (int k = 0; k < angular; ++k) out(row + 3 + k, column) += sign * (n.col(k).dot(c.dw) + dn.col(k).dot(c.w));
}

template <class T>
void nacelle_column_rates(const Robot& robot, const NacelleData<T>& nacelle, int body, const SideRate<T>& at, const Mat3<T>& n,
                          const Mat3<T>& dn, int angular, const T& sign, MatX<T>& out, int row) {
  const Vec3<T> zero = Vec3<T>::Zero(), arm_rate = at.v - nacelle.velocity[0].linear;
  for (int k = 0; k < 3; ++k) {
    const Vec3<T> e = Vec3<T>::Unit(k);
    write_column_rate<T>(out, row, 3 + k, {e, e.cross(arm_rate), zero}, n, dn, angular, sign);
  }
  robot.nacelle.inward(body, [&](int b) {
    write_column_rate<T>(out, row, robot.nacelle.column(b),
                         column_rate<T>(robot.nacelle.joint(b), nacelle.body[b], nacelle.velocity[b], at.frame.p, at.v), n, dn, angular,
                         sign);
  });
}

// Acceleration of the material point at r from the body's origin.
template <class T>
Vec3<T> point_acceleration(const Vec3<T>& r, const Motion<T>& velocity, const Motion<T>& acceleration) {
  return acceleration.linear + acceleration.angular.cross(r) + velocity.angular.cross(velocity.angular.cross(r));
}

template <class T>
struct SideMotion {
  Placement<T> frame;
  Vec3<T> w, dv, dw;
};

template <class T, class Bodies>
SideMotion<T> side_motion(const TipSide& side, const Bodies& data) {
  SideMotion<T> out;
  out.frame = tip_frame(side, data.body);
  if (side.body < 0) {
    out.w = out.dv = out.dw = Vec3<T>::Zero();
    return out;
  }
  const Vec3<T> r = out.frame.p - data.body[side.body].p;
  out.w = data.velocity[side.body].angular;
  out.dw = data.acceleration[side.body].angular;
  out.dv = point_acceleration<T>(r, data.velocity[side.body], data.acceleration[side.body]);
  return out;
}

// far − near, rows applied to the accelerations, less Ė (V_near − V_far): so that J q̈ = B V̇_N + bias.
template <class T>
void bias_rows(TipKind kind, const SideMotion<T>& near, const SideMotion<T>& far, const Mat3<T>& n, VecX<T>& out, int row) {
  out.template segment<3>(row) = far.dv - near.dv;
  const Mat3<T> dn = angular_row_rates<T>(kind, near.frame.R, far.frame.R, near.w, far.w);
  for (int k = 0; k < angular_rows(kind); ++k) out(row + 3 + k) = n.col(k).dot(far.dw - near.dw) + dn.col(k).dot(far.w - near.w);
}

template <class T>
void loop_bias_rows(const Leg& leg, LegData<T>& data, int row) {
  for (std::size_t l = 0; l < leg.loops.size(); ++l) {
    const LegLoop& loop = leg.loops[l];
    LoopData<T>& d = data.loops[l];
    tree_accelerations(loop.chains, d.body, d.velocity, d.rates, d.none, d.acceleration);
    const SideMotion<T> near = side_motion<T>(loop.near, d), far = side_motion<T>(loop.far, d);
    bias_rows<T>(loop.kind, near, far, angular_row_vectors<T>(loop.kind, near.frame.R, far.frame.R), data.bias, row);
    row += rows(loop.kind);
  }
  for (; row < leg.rows; ++row) data.bias(row) = T(0);  // couplings
}

template <class T>
void loop_row_rates(const Leg& leg, const LegData<T>& data, MatX<T>& dJ, int row) {
  for (std::size_t l = 0; l < leg.loops.size(); ++l) {
    const LegLoop& loop = leg.loops[l];
    const LoopData<T>& d = data.loops[l];
    const SideRate<T> near = side_rate<T>(loop.near, d), far = side_rate<T>(loop.far, d);
    const Mat3<T> n = angular_row_vectors<T>(loop.kind, near.frame.R, far.frame.R);
    const Mat3<T> dn = angular_row_rates<T>(loop.kind, near.frame.R, far.frame.R, near.w, far.w);
    const auto add = [&](int body, const SideRate<T>& side, const T& sign) {
      loop.chains.inward(body, [&](int b) {
        const ColumnRate<T> rate = column_rate<T>(loop.chains.joint(b), d.body[b], d.velocity[b], side.frame.p, side.v);
        write_column_rate<T>(dJ, row, loop.joints[b], rate, n, dn, angular_rows(loop.kind), sign);
      });
    };
    add(loop.near.body, near, T(1));
    add(loop.far.body, far, T(-1));
    row += rows(loop.kind);
  }
}

}  // namespace

template <class T>
void tip_bias(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data) {
  assert(fits(leg, data));
  int row = 0;
  for (const Tip& tip : leg.tips) {
    bias_rows<T>(tip.kind, side_motion<T>(leg_side(tip), data), side_motion<T>(nacelle_side(tip), nacelle),
                 world_row_vectors(leg, tip, data, nacelle), data.bias, row);
    const Vec3<T> v = data.bias.template segment<3>(row);
    data.bias.template segment<3>(row) = row_axes(leg, tip, data).transpose() * v;
    row += rows(tip.kind);
  }
  loop_bias_rows(leg, data, row);
}

template <class T>
void tip_jacobian_rates(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, MatX<T>& dJ,
                        MatX<T>& dB) {
  assert(fits(robot.nacelle, nacelle));
  assert(fits(leg, data));
  dJ.setZero();
  dB.setZero();
  int row = 0;
  for (const Tip& tip : leg.tips) {
    const SideRate<T> near = side_rate<T>(leg_side(tip), data), far = side_rate<T>(nacelle_side(tip), nacelle);
    const Mat3<T> n = world_row_vectors(leg, tip, data, nacelle);
    const Mat3<T> dn = angular_row_rates<T>(tip.kind, near.frame.R, far.frame.R, near.w, far.w);
    const int angular = angular_rows(tip.kind);
    for (int j : tip.path)
      write_column_rate<T>(dJ, row, j, column_rate<T>(leg.joints[j], data.body[j], data.velocity[j], near.frame.p, near.v), n, dn, angular,
                           T(1));
    nacelle_column_rates<T>(robot, nacelle, tip.nacelle.body, far, n, dn, angular, T(1), dB, row);
    // the turning of the rows' own axes is left out: it multiplies B Ψ − J K = 0
    const Mat3<T> axes = row_axes(leg, tip, data);
    for (Eigen::Index c = 0; c < dJ.cols(); ++c) turn_rows(axes, dJ, row, c);
    for (Eigen::Index c = 0; c < dB.cols(); ++c) turn_rows(axes, dB, row, c);
    row += rows(tip.kind);
  }
  loop_row_rates(leg, data, dJ, row);
}

template <class T>
int loop_jacobian_rates(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row) {
  assert(fits(robot.nacelle, nacelle));
  for (const TreeLoop& loop : robot.nacelle.loops) {
    const SideRate<T> near = side_rate<T>(loop.a, nacelle), far = side_rate<T>(loop.b, nacelle);
    const Mat3<T> n = angular_row_vectors<T>(loop.kind, near.frame.R, far.frame.R);
    const Mat3<T> dn = angular_row_rates<T>(loop.kind, near.frame.R, far.frame.R, near.w, far.w);
    const int count = rows(loop.kind);
    out.middleRows(row, count).setZero();
    nacelle_column_rates<T>(robot, nacelle, loop.b.body, far, n, dn, angular_rows(loop.kind), T(1), out, row);
    nacelle_column_rates<T>(robot, nacelle, loop.a.body, near, n, dn, angular_rows(loop.kind), T(-1), out, row);
    row += count;
  }
  return row;
}

template <class T>
int loop_bias(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row) {
  assert(fits(robot.nacelle, nacelle));
  for (const TreeLoop& loop : robot.nacelle.loops) {
    const SideMotion<T> near = side_motion<T>(loop.a, nacelle), far = side_motion<T>(loop.b, nacelle);
    bias_rows<T>(loop.kind, near, far, angular_row_vectors<T>(loop.kind, near.frame.R, far.frame.R), out, row);
    row += rows(loop.kind);
  }
  return row;
}

template void tip_bias(const Leg&, const NacelleData<double>&, LegData<double>&);
template void tip_bias(const Leg&, const NacelleData<Recorded>&, LegData<Recorded>&);
template void tip_jacobian_rates(const Robot&, const Leg&, const NacelleData<double>&, const LegData<double>&, MatX<double>&,
                                 MatX<double>&);
template void tip_jacobian_rates(const Robot&, const Leg&, const NacelleData<Recorded>&, const LegData<Recorded>&, MatX<Recorded>&,
                                 MatX<Recorded>&);
template int loop_jacobian_rates(const Robot&, const NacelleData<double>&, MatX<double>&, int);
template int loop_jacobian_rates(const Robot&, const NacelleData<Recorded>&, MatX<Recorded>&, int);
template int loop_bias(const Robot&, const NacelleData<double>&, VecX<double>&, int);
template int loop_bias(const Robot&, const NacelleData<Recorded>&, VecX<Recorded>&, int);

}  // namespace gough
