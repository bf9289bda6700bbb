#include "gough/kinematics/elimination.hpp"

#include "gough/kinematics/tip_rows.hpp"

namespace gough {

template <class T>
void eliminate_leg(const Robot& robot, int index, KinematicsData<T>& data) {
  const Leg& leg = robot.legs[index];
  LegData<T>& d = data.legs[index];
  tip_residuals(leg, data.nacelle, d);
  tip_jacobians(robot, leg, data.nacelle, d, true);
  factor(d.J);
  d.G = d.B;
  apply_qt(d.J, d.G);  // [Q1ᵀB; Q2ᵀB]
  auto rates = d.G.topRows(leg.freedoms());
  solve_r(d.J, rates);  // G_i = R⁻¹ Q1ᵀ B_i on top, Q2ᵀ B_i below (2.2)
  apply_qt(d.J, d.residual);
}

template <class T>
void constraint_rows(const Robot& robot, KinematicsData<T>& data) {
  int row = 0;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    eliminate_leg(robot, static_cast<int>(i), data);
    const int count = robot.legs[i].constraints();
    data.C.middleRows(row, count) = data.legs[i].G.bottomRows(count);
    data.residual.segment(row, count) = data.legs[i].residual.tail(count);
    row += count;
  }
  loop_jacobians(robot, data.nacelle, data.C, row);
  loop_residuals(robot, data.nacelle, data.residual, row);
}

template <class T>
void eliminate(const Robot& robot, KinematicsData<T>& data) {
  constraint_rows(robot, data);
  const Mobility& mobility = robot.mobility;

  // Ψ = [1; −C_d⁺ C_r] (2.3)
  const int n = mobility.n, nd = static_cast<int>(mobility.dependent.size());
  data.Psi.setZero();
  for (int k = 0; k < n; ++k) data.Psi(mobility.free[k].index, k) = T(1);
  if (nd > 0) {
    for (int k = 0; k < nd; ++k) data.Cd.a.col(k) = data.C.col(mobility.dependent[k]);
    factor(data.Cd);
    if (mobility.constant)
      data.Psi = mobility.Psi.template cast<T>();
    else
      for (int k = 0; k < n; ++k) {
        auto column = data.Cr.col(k);
        column = data.C.col(mobility.free[k].index);
        apply_qt(data.Cd, column);
        solve_r(data.Cd, column);
        for (int i = 0; i < nd; ++i) data.Psi(mobility.dependent[i], k) = -column(i);
      }
  }

  // q̇_a = J_inv V_r
  const int nv = robot.nacelle.freedoms();
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const MatX<T>& G = data.legs[robot.actuators[a].leg].G;
    for (int k = 0; k < n; ++k) {
      T sum = T(0);
      for (int c = 0; c < nv; ++c) sum += G(robot.actuators[a].joint, c) * data.Psi(c, k);
      data.Jinv(a, k) = sum;
    }
  }
  if (data.Jinv.rows() >= n) data.Jinv_qr.a = data.Jinv;
  else data.Jinv_qr.a = data.Jinv.transpose();
  factor(data.Jinv_qr);
}

namespace {

// The smallest pivot; NaN counts as none.
double smallest(const VecX<double>& pivots) {
  double least = 1.0;
  for (double p : pivots) least = p < least ? p : (p == p ? least : 0.0);
  return least;
}

}  // namespace

Outcome elimination_outcome(const Robot& robot, const KinematicsData<double>& data, double closure) {
  const double tolerance = closure * std::max(1.0, robot.length);
  const double open = data.residual.size() ? data.residual.cwiseAbs().maxCoeff() : 0.0;
  for (const LegData<double>& leg : data.legs) {
    const double pivot = smallest(leg.J.pivot);
    if (!(pivot > kLegPivot)) return {Status::type1_singular, pivot};
    const double gap = leg.residual.cwiseAbs().maxCoeff();
    if (!(gap <= tolerance)) return {Status::unreachable, gap};
  }
  if (!(open <= tolerance)) return {Status::unreachable, open};
  const double constraint = smallest(data.Cd.pivot);
  if (!(constraint > kConstraintPivot)) return {Status::constraint_singular, constraint};
  if (static_cast<int>(data.Jinv.rows()) < robot.mobility.n) return {Status::ok, 1.0};
  const double actuation = smallest(data.Jinv_qr.pivot);
  if (!(actuation > kActuationPivot)) return {Status::type2_singular, actuation};
  return {Status::ok, actuation};
}

template void constraint_rows(const Robot&, KinematicsData<double>&);
template void eliminate(const Robot&, KinematicsData<double>&);
template void eliminate_leg(const Robot&, int, KinematicsData<double>&);

}  // namespace gough
