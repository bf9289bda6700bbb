#include "gough/kinematics/tip_rows.hpp"

#include "gough/kinematics/placement.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

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
bool at_last_joint(const Leg& leg, const Tip& tip) {
  return tip.kind == TipKind::rigid && tip.leg.body >= 0 && leg.joints[tip.leg.body].revolute;
}

// The axes in which a tip's rows are written: those of the leg's body at the tip, or of what carries the last joint.
template <class T>
Mat3<T> row_axes(const Leg& leg, const Tip& tip, const LegData<T>& data) {
  if (tip.leg.body < 0) return Mat3<T>(Mat3<T>::Identity());
  return at_last_joint(leg, tip) ? joint_frame(leg, data.body, tip.leg.body).R : data.body[tip.leg.body].R;
}

// The two frames whose relative motion a tip's rows read. Those of a rigid tip may be any that coincide: taken at the last joint, that
// joint has only one row.
TipSide leg_side(const Tip& tip) {
  return tip.kind == TipKind::rigid && tip.leg.body >= 0 ? TipSide{tip.leg.body, Placement<double>{}} : tip.leg;
}
TipSide nacelle_side(const Tip& tip) {
  if (tip.kind != TipKind::rigid || tip.leg.body < 0) return tip.nacelle;
  return {tip.nacelle.body, tip.nacelle.frame * tip.leg.frame.inverse()};
}

// The angular rows of a leg's tip, as vectors in world axes.
template <class T>
Mat3<T> world_row_vectors(const Leg& leg, const Tip& tip, const LegData<T>& data, const NacelleData<T>& nacelle) {
  if (tip.kind == TipKind::rigid) return row_axes(leg, tip, data);
  return angular_row_vectors<T>(tip.kind, tip_frame(tip.leg, data.body).R, tip_frame(tip.nacelle, nacelle.body).R);
}

// The three rows of a point's velocity, written in world axes, in other axes.
template <class T>
void turn_rows(const Mat3<T>& axes, MatX<T>& out, int row, Eigen::Index column) {
  const Vec3<T> v = out.col(column).template segment<3>(row);
  out.col(column).template segment<3>(row) = axes.transpose() * v;
}

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

template <class T, class Vector>
void residual_rows(TipKind kind, const Placement<T>& near, const Placement<T>& far, Vector& out, int row) {
  out.template segment<3>(row) = near.p - far.p;
  const Vec3<T> angular = angular_residual<T>(kind, near.R, far.R);
  for (int k = 0; k < angular_rows(kind); ++k) out(row + 3 + k) = angular(k);
}

// One column: the rows applied to the twist with velocity v at the tip point and angular velocity w.
template <class T>
void write_column(MatX<T>& out, int row, int column, const Vec3<T>& v, const Vec3<T>& w, const Mat3<T>& n, int angular, const T& sign) {
  for (int k = 0; k < 3; ++k) out(row + k, column) += sign * v(k);
  for (int k = 0; k < angular; ++k) out(row + 3 + k, column) += sign * n.col(k).dot(w);
}

// Twist columns of a nacelle body at the point `at`: six of the platform, then its chain of nacelle joints.
template <class T>
void nacelle_columns(const Robot& robot, const NacelleData<T>& nacelle, int body, const Vec3<T>& at, const Mat3<T>& n, int angular,
                     const T& sign, MatX<T>& out, int row) {
  const Vec3<T> zero = Vec3<T>::Zero();
  const Vec3<T> arm = at - nacelle.body[0].p;
  for (int k = 0; k < 3; ++k) {
    const Vec3<T> e = Vec3<T>::Unit(k);
    write_column<T>(out, row, k, e, zero, n, angular, sign);
    write_column<T>(out, row, 3 + k, e.cross(arm), e, n, angular, sign);
  }
  for (int b = body; b > 0; b = robot.nacelle.joints[b - 1].parent) {
    const Joint& joint = robot.nacelle.joints[b - 1];
    const Vec3<T> z = nacelle.body[b].R.col(2);
    const Vec3<T> v = T(joint.turns()) * z.cross(at - nacelle.body[b].p) + T(joint.slides()) * z;
    write_column<T>(out, row, 5 + b, v, T(joint.turns()) * z, n, angular, sign);
  }
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

// Rate of a joint's column: of [z × r or z; z or 0] with r from the joint to a point that moves with velocity v.
template <class T>
struct ColumnRate {
  Vec3<T> w, dv, dw;
};

template <class T>
ColumnRate<T> column_rate(const Joint& joint, const Placement<T>& body, const Motion<T>& motion, const Vec3<T>& at, const Vec3<T>& v) {
  const T turns = T(joint.turns()), slides = T(joint.slides());
  const Vec3<T> z = body.R.col(2), dz = motion.angular.cross(z);
  return {turns * z, turns * (dz.cross(at - body.p) + z.cross(v - motion.linear)) + slides * dz, turns * dz};
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
  for (int b = body; b > 0; b = robot.nacelle.joints[b - 1].parent)
    write_column_rate<T>(out, row, 5 + b,
                         column_rate<T>(robot.nacelle.joints[b - 1], nacelle.body[b], nacelle.velocity[b], at.frame.p, at.v), n, dn,
                         angular, sign);
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

}  // namespace

template <class T>
void tip_residuals(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data) {
  int row = 0;
  for (const Tip& tip : leg.tips) {
    residual_rows<T>(tip.kind, tip_frame(tip.leg, data.body), tip_frame(tip.nacelle, nacelle.body), data.residual, row);
    row += rows(tip.kind);
  }
}

bool tips_aligned(const Leg& leg, const NacelleData<double>& nacelle, const LegData<double>& data) {
  for (const Tip& tip : leg.tips) {
    const Mat3<double> near = tip_frame(tip.leg, data.body).R, far = tip_frame(tip.nacelle, nacelle.body).R;
    if (tip.kind == TipKind::revolute && near.col(2).dot(far.col(2)) < 0.0) return false;
    if (tip.kind == TipKind::rigid && (near.transpose() * far).trace() < 1.0) return false;  // more than a right angle apart
  }
  return true;
}

namespace {

// What is open between two sides of a tip: an angle, or a distance over the robot's length.
double open_between(const Robot& robot, TipKind kind, const Placement<double>& near, const Placement<double>& far) {
  return std::max((near.p - far.p).norm() / robot.length, angular_residual<double>(kind, near.R, far.R).norm());
}

}  // namespace

double tip_gap(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data) {
  place_leg(leg, data);
  double gap = 0.0;
  for (const Tip& tip : leg.tips) {
    const double open = open_between(robot, tip.kind, tip_frame(tip.leg, data.body), tip_frame(tip.nacelle, nacelle.body));
    if (!(open <= gap)) gap = open;  // NaN stays
  }
  return gap;
}

double loop_gap(const Robot& robot, const KinematicsData<double>& data) {
  double gap = 0.0;
  const auto see = [&](TipKind kind, const Placement<double>& near, const Placement<double>& far) {
    const double open = open_between(robot, kind, near, far);
    if (!(open <= gap)) gap = open;
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (const Tip& tip : robot.legs[i].tips)
      see(tip.kind, tip_frame(tip.leg, data.legs[i].body), tip_frame(tip.nacelle, data.nacelle.body));
  for (const NacelleLoop& loop : robot.nacelle.loops)
    see(loop.kind, tip_frame(loop.a, data.nacelle.body), tip_frame(loop.b, data.nacelle.body));
  return gap;
}

namespace {

// 0 where the axes that a tip ties point the same way, 2 where they point against each other.
Recorded turned_over(TipKind kind, const Mat3<Recorded>& near, const Mat3<Recorded>& far) {
  if (kind == TipKind::revolute) return Recorded(1.0) - near.col(2).dot(far.col(2));
  if (kind == TipKind::rigid)
    return (Recorded(3.0) - near.col(0).dot(far.col(0)) - near.col(1).dot(far.col(1)) - near.col(2).dot(far.col(2))) / 2.0;
  return 0.0;
}

}  // namespace

Recorded loop_gap_square(const Robot& robot, const KinematicsData<Recorded>& data) {
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
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (const Tip& tip : robot.legs[i].tips)
      see(tip.kind, tip_frame(tip.leg, data.legs[i].body), tip_frame(tip.nacelle, data.nacelle.body));
  for (const NacelleLoop& loop : robot.nacelle.loops)
    see(loop.kind, tip_frame(loop.a, data.nacelle.body), tip_frame(loop.b, data.nacelle.body));
  R stretch = 0.0;  // closed forms take a bar to be as long as what it is aimed at is far away
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    for (int j = 0; j < robot.legs[i].freedoms(); ++j) {
      const JointPosition<R>& q = data.legs[i].q[j];
      if (robot.legs[i].joints[j].revolute) stretch += (q.c * q.c + q.s * q.s - R(1.0)) * (q.c * q.c + q.s * q.s - R(1.0));
    }
  return larger(out, stretch);
}

template <class T>
void tip_jacobian(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data) {
  data.J.a.setZero();
  int row = 0;
  for (const Tip& tip : leg.tips) {
    const Placement<T> near = tip_frame(tip.leg, data.body), far = tip_frame(tip.nacelle, nacelle.body);
    const Mat3<T> n = angular_row_vectors<T>(tip.kind, near.R, far.R);
    for (int j : tip.path) {
      const Joint& joint = leg.joints[j];
      const Vec3<T> z = data.body[j].R.col(2);
      const Vec3<T> v = T(joint.turns()) * z.cross(near.p - data.body[j].p) + T(joint.slides()) * z;
      write_column<T>(data.J.a, row, j, v, T(joint.turns()) * z, n, angular_rows(tip.kind), T(1));
    }
    row += rows(tip.kind);
  }
}

void world_rows(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data) {
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

template <class T>
void leg_rows(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data) {
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
      const Vec3<T> z = body.R.col(2);
      const Vec3<T> v = T(joint.turns()) * z.cross(near.p - body.p) + T(joint.slides()) * z;
      write_column<T>(data.J.a, row, column_of(leg, j), v, T(joint.turns()) * z, n, angular, T(1));
      const bool unmoved = before_last && j == tip.leg.body;
      const Placement<T> placement = joint.placement.template cast<T>();
      body = body * (unmoved ? placement : moved(placement, data.q[j])).inverse();
    }
    nacelle_columns<T>(robot, nacelle, tip.nacelle.body, far.p, world_row_vectors(leg, tip, data, nacelle), angular, T(1), data.B, row);
    for (Eigen::Index c = 0; c < data.B.cols(); ++c) turn_rows(axes, data.B, row, c);
    const Vec3<T> gap = tip_frame(leg_side(tip), data.body).p - far.p;
    data.residual.template segment<3>(row) = axes.transpose() * gap;
    if (tip.kind == TipKind::rigid) {
      const Vec3<T> turn = data.residual.template segment<3>(row + 3);
      data.residual.template segment<3>(row + 3) = axes.transpose() * turn;
    }
    row += rows(tip.kind);
  }
}

template <class T>
void tip_rates(const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, VecX<T>& out) {
  int row = 0;
  for (const Tip& tip : leg.tips) {
    const SideRate<T> far = side_rate<T>(nacelle_side(tip), nacelle);
    out.template segment<3>(row) = row_axes(leg, tip, data).transpose() * far.v;
    const Mat3<T> n = world_row_vectors(leg, tip, data, nacelle);
    for (int k = 0; k < angular_rows(tip.kind); ++k) out(row + 3 + k) = n.col(k).dot(far.w);
    row += rows(tip.kind);
  }
}

template <class T>
void add_tip_wrench(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, const VecX<T>& y,
                    VecX<T>& out) {
  int row = 0;
  for (const Tip& tip : leg.tips) {
    const Vec3<T> at = tip_frame(nacelle_side(tip), nacelle.body).p, rows_force = y.template segment<3>(row);
    const Vec3<T> f = row_axes(leg, tip, data) * rows_force;
    const Mat3<T> n = world_row_vectors(leg, tip, data, nacelle);
    Vec3<T> m = Vec3<T>::Zero();
    for (int k = 0; k < angular_rows(tip.kind); ++k) m += y(row + 3 + k) * n.col(k);
    out.template head<3>() += f;
    out.template segment<3>(3) += m + (at - nacelle.body[0].p).cross(f);
    for (int b = tip.nacelle.body; b > 0; b = robot.nacelle.joints[b - 1].parent) {
      const Joint& joint = robot.nacelle.joints[b - 1];
      const Vec3<T> z = nacelle.body[b].R.col(2);
      out(5 + b) += T(joint.turns()) * z.dot(m + (at - nacelle.body[b].p).cross(f)) + T(joint.slides()) * z.dot(f);
    }
    row += rows(tip.kind);
  }
}

template <class T>
void tip_bias(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data) {
  int row = 0;
  for (const Tip& tip : leg.tips) {
    bias_rows<T>(tip.kind, side_motion<T>(leg_side(tip), data), side_motion<T>(nacelle_side(tip), nacelle),
                 world_row_vectors(leg, tip, data, nacelle), data.bias, row);
    const Vec3<T> v = data.bias.template segment<3>(row);
    data.bias.template segment<3>(row) = row_axes(leg, tip, data).transpose() * v;
    row += rows(tip.kind);
  }
}

template <class T>
void tip_jacobian_rates(const Robot& robot, const Leg& leg, const NacelleData<T>& nacelle, const LegData<T>& data, MatX<T>& dJ,
                        MatX<T>& dB) {
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
}

template <class T>
int loop_jacobian_rates(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row) {
  for (const NacelleLoop& loop : robot.nacelle.loops) {
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
int loop_residuals(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row) {
  for (const NacelleLoop& loop : robot.nacelle.loops) {
    residual_rows<T>(loop.kind, tip_frame(loop.a, nacelle.body), tip_frame(loop.b, nacelle.body), out, row);
    row += rows(loop.kind);
  }
  return row;
}

template <class T>
int loop_jacobians(const Robot& robot, const NacelleData<T>& nacelle, MatX<T>& out, int row) {
  for (const NacelleLoop& loop : robot.nacelle.loops) {
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

template <class T>
int loop_bias(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row) {
  for (const NacelleLoop& loop : robot.nacelle.loops) {
    const SideMotion<T> near = side_motion<T>(loop.a, nacelle), far = side_motion<T>(loop.b, nacelle);
    bias_rows<T>(loop.kind, near, far, angular_row_vectors<T>(loop.kind, near.frame.R, far.frame.R), out, row);
    row += rows(loop.kind);
  }
  return row;
}

template void tip_residuals(const Leg&, const NacelleData<double>&, LegData<double>&);
template void tip_residuals(const Leg&, const NacelleData<Recorded>&, LegData<Recorded>&);
template void leg_rows(const Robot&, const Leg&, const NacelleData<double>&, LegData<double>&);
template void tip_rates(const Leg&, const NacelleData<double>&, const LegData<double>&, VecX<double>&);
template void add_tip_wrench(const Robot&, const Leg&, const NacelleData<double>&, const LegData<double>&, const VecX<double>&,
                             VecX<double>&);
template void tip_jacobian(const Leg&, const NacelleData<double>&, LegData<double>&);
template void leg_rows(const Robot&, const Leg&, const NacelleData<Recorded>&, LegData<Recorded>&);
template void tip_rates(const Leg&, const NacelleData<Recorded>&, const LegData<Recorded>&, VecX<Recorded>&);
template void add_tip_wrench(const Robot&, const Leg&, const NacelleData<Recorded>&, const LegData<Recorded>&, const VecX<Recorded>&,
                             VecX<Recorded>&);
template void tip_bias(const Leg&, const NacelleData<double>&, LegData<double>&);
template void tip_bias(const Leg&, const NacelleData<Recorded>&, LegData<Recorded>&);
template void tip_jacobian_rates(const Robot&, const Leg&, const NacelleData<double>&, const LegData<double>&, MatX<double>&,
                                 MatX<double>&);
template void tip_jacobian_rates(const Robot&, const Leg&, const NacelleData<Recorded>&, const LegData<Recorded>&, MatX<Recorded>&,
                                 MatX<Recorded>&);
template int loop_jacobian_rates(const Robot&, const NacelleData<double>&, MatX<double>&, int);
template int loop_jacobian_rates(const Robot&, const NacelleData<Recorded>&, MatX<Recorded>&, int);
template int loop_residuals(const Robot&, const NacelleData<double>&, VecX<double>&, int);
template int loop_residuals(const Robot&, const NacelleData<Recorded>&, VecX<Recorded>&, int);
template int loop_jacobians(const Robot&, const NacelleData<double>&, MatX<double>&, int);
template int loop_jacobians(const Robot&, const NacelleData<Recorded>&, MatX<Recorded>&, int);
template int loop_bias(const Robot&, const NacelleData<double>&, VecX<double>&, int);
template int loop_bias(const Robot&, const NacelleData<Recorded>&, VecX<Recorded>&, int);

}  // namespace gough
