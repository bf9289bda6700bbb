#include "gough/kinematics/elimination.hpp"

#include <cassert>

#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/pivot_range.hpp"

namespace gough {

template <class T>
void joint_map(const Robot& robot, int index, const KinematicsData<T>& data, MatX<T>& G) {
  assert(has_leg(robot, index));
  assert(fits(robot, data));
  const Leg& leg = robot.legs[index];
  const LegData<T>& d = data.legs[index];
  nacelle_rows(robot, leg, data.nacelle, d, G);
  apply_qt(d.J, G);
  auto rates = G.topRows(leg.freedoms());
  solve_r(d.J, rates);  // G_i = R⁻¹ Q1ᵀ B_i (2.2)
  reverse_rows(rates);
}

template <class T>
void eliminate_leg(const Robot& robot, int index, KinematicsData<T>& data) {
  assert(has_leg(robot, index));
  assert(fits(robot, data));
  const Leg& leg = robot.legs[index];
  LegData<T>& d = data.legs[index];
  tip_residuals(leg, data.nacelle, d);
  leg_rows(robot, leg, data.nacelle, d);
  factor(d.J);
  if (leg.constraints() > 0) apply_qt(d.J, d.B);  // [Q1ᵀB; Q2ᵀB]
  if constexpr (std::is_same_v<T, Recorded>) {    // operations that are told early are shared by more of what follows
    MatX<T> G(leg.rows, robot.nacelle.freedoms());
    joint_map(robot, index, data, G);
  }
  apply_qt(d.J, d.residual);
}

template <class T>
void free_joint_map(const Robot& robot, int index, const KinematicsData<T>& data, MatX<T>& G, MatX<T>& K) {
  assert(has_leg(robot, index));
  assert(fits(robot, data));
  joint_map(robot, index, data, G);
  for (Eigen::Index j = 0; j < K.rows(); ++j)
    for (Eigen::Index c = 0; c < K.cols(); ++c) {
      T sum = T(0);
      for (Eigen::Index m = 0; m < data.Psi.rows(); ++m) sum += G(j, m) * data.Psi(m, c);
      K(j, c) = sum;
    }
}

template <class T>
void solve_joints(const Leg& leg, const LegData<T>& data, VecX<T>& rows, VecX<T>& joints) {
  assert(fits(leg, data));
  apply_qt(data.J, rows);
  auto head = rows.head(leg.freedoms());
  solve_r(data.J, head);
  for (int j = 0; j < leg.freedoms(); ++j) joints(j) = rows(column_of(leg, j));
}

template <class T>
void solve_wrench(const Leg& leg, const LegData<T>& data, const VecX<T>& effort, VecX<T>& rows) {
  assert(fits(leg, data));
  rows.setZero();
  for (int j = 0; j < leg.freedoms(); ++j) rows(column_of(leg, j)) = effort(j);
  solve_rt(data.J, rows);
  apply_q(data.J, rows);
}

template <class T>
void constraint_rows(const Robot& robot, KinematicsData<T>& data) {
  assert(fits(robot, data));
  int row = 0;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    eliminate_leg(robot, static_cast<int>(i), data);
    const int count = robot.legs[i].constraints();
    data.C.middleRows(row, count) = data.legs[i].B.bottomRows(count);
    data.residual.segment(row, count) = data.legs[i].residual.tail(count);
    row += count;
  }
  loop_jacobians(robot, data.nacelle, data.C, row);
  loop_residuals(robot, data.nacelle, data.residual, row);
}

template <class T>
void eliminate(const Robot& robot, KinematicsData<T>& data) {
  assert(fits(robot, data));
  ++data.eliminations;
  constraint_rows(robot, data);
  const Mobility& mobility = robot.mobility;

  // Ψ = [1; −C_d⁺ C_r] (2.3)
  const int n = mobility.n, nd = static_cast<int>(mobility.dependent.size());
  data.Psi.setZero();
  for (int k = 0; k < n; ++k) data.Psi(mobility.free[k].index, k) = T(1);
  if (nd > 0) {
    for (int k = 0; k < nd; ++k) data.Cd.a.col(k) = data.C.col(mobility.dependent[k]);
    factor(data.Cd);
    if (mobility.constant) data.Psi = mobility.Psi.template cast<T>();
    else
      for (int k = 0; k < n; ++k) {
        auto column = data.Cr.col(k);
        column = data.C.col(mobility.free[k].index);
        apply_qt(data.Cd, column);
        solve_r(data.Cd, column);
        for (int i = 0; i < nd; ++i) data.Psi(mobility.dependent[i], k) = -column(i);
      }
  }

  // q̇_a = J_inv V_r: row a is e_aᵀ J_i⁻¹ B_i Ψ, or a row of Ψ
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    if (robot.actuators[a].leg < 0) {
      data.Jinv.row(a) = data.Psi.row(robot.nacelle.column(robot.actuators[a].joint + 1));
      continue;
    }
    const Leg& leg = robot.legs[robot.actuators[a].leg];
    LegData<T>& d = data.legs[robot.actuators[a].leg];
    d.ddq.setZero();
    d.ddq(robot.actuators[a].joint) = T(1);
    solve_wrench(leg, d, d.ddq, d.bias);
    data.gamma.setZero();
    add_tip_wrench(robot, leg, data.nacelle, d, d.bias, data.gamma);
    for (int k = 0; k < n; ++k) {
      T sum = T(0);
      for (Eigen::Index c = 0; c < data.gamma.size(); ++c) sum += data.gamma(c) * data.Psi(c, k);
      data.Jinv(a, k) = sum;
    }
  }
  if (data.Jinv.rows() >= n) data.Jinv_qr.a = data.Jinv;
  else data.Jinv_qr.a = data.Jinv.transpose();
  factor(data.Jinv_qr);
  if (data.Jinv_metres.a.size() == 0) return;
  for (std::size_t a = 0; a < robot.actuators.size(); ++a)
    data.Jinv_metres.a.row(a) = T(robot.actuators[a].revolute ? robot.length : 1.0) * data.Jinv.row(a);
  factor(data.Jinv_metres);
}

double actuator_unit(const Robot& robot, std::size_t actuator) {
  assert(has_actuator(robot, static_cast<int>(actuator)));
  return robot.actuators[actuator].revolute && mixes_actuators(robot) ? robot.length : 1.0;
}

double per_metre(const Robot& robot, int component) { return robot.nacelle.angular(component) ? 1.0 / robot.length : 1.0; }

double per_radian(const Robot& robot, const Leg& leg, int column) {
  const int joint = column_of(leg, column);  // which undoes itself
  double unit = leg.joints[joint].revolute ? 1.0 : robot.length;
  for (const Coupling& coupling : leg.couplings)
    if (coupling.joint == joint) unit /= coupling.weight;  // a follower is counted by what it follows
  return unit;
}

namespace {

// How far a factored matrix is from losing rank, columns scaled so that metres and radians compare.
template <class Scale>
double distance_to_singular(const HouseholderQr<double>& qr, const Scale& scale) {
  PivotRange range;
  for (int k = 0; k < qr.norm.size(); ++k)  // the column's length from R: qr.norm of a lone entry knows only itself, with its sign
    range.see(scale(k) * qr.diagonal(k), scale(k) * std::hypot(qr.diagonal(k), qr.a.col(k).head(k).norm()));
  return range.distance();
}

}  // namespace

double constraint_distance(const Robot& robot, const KinematicsData<double>& data) {
  assert(fits(robot, data));
  return distance_to_singular(data.Cd, [&](int k) { return per_metre(robot, robot.mobility.dependent[k]); });
}

double actuation_distance(const Robot& robot, const KinematicsData<double>& data) {
  assert(fits(robot, data));
  if (static_cast<int>(data.Jinv.rows()) < robot.mobility.n) return 1.0;  // under-actuated: it holds nothing anywhere
  return distance_to_singular(actuation_factors(data), [&](int k) { return per_metre(robot, robot.mobility.free[k].index); });
}

double leg_distance(const Robot& robot, int index, const KinematicsData<double>& data) {
  assert(has_leg(robot, index));
  assert(fits(robot, data));
  const Leg& leg = robot.legs[index];
  return distance_to_singular(data.legs[index].J, [&](int column) { return per_radian(robot, leg, column); });
}

Outcome elimination_outcome(const Robot& robot, const KinematicsData<double>& data, double closure) {
  assert(fits(robot, data));
  Outcome outcome{Status::ok, 1.0};
  for (std::size_t i = 0; i < data.legs.size(); ++i) {
    const double distance = leg_distance(robot, static_cast<int>(i), data);
    if (!(distance > kLegPivot)) return {Status::type1_singular, distance, static_cast<int>(i)};
    if (distance < outcome.measure) outcome = {Status::ok, distance, static_cast<int>(i)};
  }
  if (const double gap = loop_gap(robot, data); !(gap <= closure)) return {Status::unreachable, gap};
  const double constraint = constraint_distance(robot, data), actuation = actuation_distance(robot, data);
  if (!(constraint > kConstraintPivot)) return {Status::constraint_singular, constraint};
  if (!(actuation > kActuationPivot)) return {Status::type2_singular, actuation};
  return {Status::ok, std::min({outcome.measure, constraint, actuation})};
}

template void constraint_rows(const Robot&, KinematicsData<double>&);
template void constraint_rows(const Robot&, KinematicsData<Recorded>&);
template void eliminate(const Robot&, KinematicsData<double>&);
template void eliminate(const Robot&, KinematicsData<Recorded>&);
template void eliminate_leg(const Robot&, int, KinematicsData<double>&);
template void solve_joints(const Leg&, const LegData<double>&, VecX<double>&, VecX<double>&);
template void solve_wrench(const Leg&, const LegData<double>&, const VecX<double>&, VecX<double>&);
template void eliminate_leg(const Robot&, int, KinematicsData<Recorded>&);
template void joint_map(const Robot&, int, const KinematicsData<double>&, MatX<double>&);
template void joint_map(const Robot&, int, const KinematicsData<Recorded>&, MatX<Recorded>&);
template void free_joint_map(const Robot&, int, const KinematicsData<double>&, MatX<double>&, MatX<double>&);
template void free_joint_map(const Robot&, int, const KinematicsData<Recorded>&, MatX<Recorded>&, MatX<Recorded>&);
template void solve_joints(const Leg&, const LegData<Recorded>&, VecX<Recorded>&, VecX<Recorded>&);
template void solve_wrench(const Leg&, const LegData<Recorded>&, const VecX<Recorded>&, VecX<Recorded>&);

}  // namespace gough
