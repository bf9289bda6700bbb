#include "gough/dynamics/data.hpp"

#include <algorithm>

#include "gough/math/linear_algebra.hpp"

namespace gough {
namespace {

// Whether the tips stand right at the ends of these elements, one each.
bool tips_at_ends(const Leg& leg, std::size_t first) {
  if (leg.tips.size() != leg.elements.size() - first) return false;
  for (std::size_t t = 0; t < leg.tips.size(); ++t) {
    const Element& e = leg.elements[first + t];
    if (leg.tips[t].leg.body != e.upper || (leg.tips[t].leg.frame.p - e.b).norm() > 1e-12) return false;
  }
  return true;
}

// The second axis of a joint with two is across the element: its spin is then lost only where the leg itself is singular.
bool axis_across(const Element& e) { return std::abs(e.x.z()) < 1e-9; }

// By hand only where the divisors vanish where the leg is singular and nowhere else, which a closed form of its geometry tells too.
template <class T>
Elimination find_elimination(const Leg& leg, const LegElementWork<T>& w) {
  const Element& first = leg.elements.front();
  const bool slide = w.extends[0] && !w.spins[0];
  if (!leg.solver.closed_form) return Elimination::stacked;
  if (leg.elements.size() == 1 && first.extrinsic.size() == 2 && axis_across(first) && slide && tips_at_ends(leg, 0))
    return Elimination::telescopic;
  if (leg.elements.size() < 2 || !tips_at_ends(leg, 1)) return Elimination::stacked;
  for (std::size_t e = 1; e < leg.elements.size(); ++e) {
    const Element& bar = leg.elements[e];
    const std::size_t turns = bar.extrinsic.size();
    const bool on_first = bar.carrier.element == 0 && bar.carrier.at_end;
    if (!on_first || bar.pivot || w.extends[e] || w.spins[e] || turns < 1 || turns > 2) return Elimination::stacked;
    if (turns == 2 && !axis_across(bar)) return Elimination::stacked;
  }
  if (first.extrinsic.size() == 1 && !w.extends[0] && !w.spins[0]) return Elimination::bar_then_bars;
  if (first.extrinsic.empty() && slide) return Elimination::slide_then_bars;
  return Elimination::stacked;
}

template <class T>
LegElementWork<T> element_work(const Leg& leg, int nacelle_freedoms) {
  LegElementWork<T> out;
  const int n = 6 * static_cast<int>(leg.elements.size());
  int rows = 0;
  for (const Element& e : leg.elements) {
    ElementMaps<T> maps;
    for (auto* map : {&maps.A, &maps.B, &maps.omega_low, &maps.omega_up, &maps.omega_before}) map->setZero(3, n);
    out.maps.push_back(maps);
    bool spins = false, extends = false;
    for (int j : e.intrinsic) (leg.joints[j].revolute ? spins : extends) = true;
    out.spins.push_back(spins);
    out.extends.push_back(extends);
    rows += 1 + !spins + !extends + std::max(0, 3 - static_cast<int>(e.extrinsic.size()));
  }
  for (const Tip& tip : leg.tips) {
    std::vector<int> wrist;
    int j = tip.leg.body;
    for (; j >= 0 && element_place(leg.elements, j).element < 0; j = leg.joints[j].parent) wrist.insert(wrist.begin(), j);
    out.ends.push_back(element_place(leg.elements, j));
    out.wrist.push_back(wrist);
    rows += 3 + (tip.kind == TipKind::rigid ? std::max(0, 3 - static_cast<int>(wrist.size())) : angular_rows(tip.kind));
  }
  out.rows.resize(rows, n);
  out.right.setZero(rows, nacelle_freedoms);
  out.stacked.setZero(rows);
  if (!leg.elements.empty()) out.elimination = find_elimination(leg, out);
  out.F.setZero(n);
  out.direction.setZero(n);
  out.rate.setZero(nacelle_freedoms);
  for (const Joint& joint : leg.joints)
    if (joint.actuator >= 0) out.drives.emplace_back(joint.actuator, VecX<T>::Zero(n));
  return out;
}

// The inertias of a leg's bodies. A body on a slide turns with what carries it and passes its moments on: there its inertia is counted.
std::vector<PrincipalInertia> carried_inertias(const Leg& leg) {
  std::vector<Mat3<double>> sum;
  for (const Joint& joint : leg.joints) sum.push_back(joint.body.inertia);
  for (int j = leg.freedoms() - 1; j >= 0; --j) {
    const Joint& joint = leg.joints[j];
    if (joint.revolute) continue;
    const Mat3<double> seen = joint.placement.R * sum[j] * joint.placement.R.transpose();
    if (joint.parent >= 0) sum[joint.parent] += seen;
    sum[j].setZero();  // on a slide fixed to the base it never turns
  }
  std::vector<PrincipalInertia> out;
  for (const Mat3<double>& inertia : sum) out.push_back(principal_inertia(inertia));
  return out;
}

}  // namespace

PrincipalInertia principal_inertia(const Mat3<double>& inertia) {
  PrincipalInertia out;
  Vec3<double> value = inertia.diagonal();
  Mat3<double> axes = Mat3<double>::Identity();
  if (!inertia.isDiagonal(1e-12)) {
    const PrincipalAxes principal = principal_axes(inertia);
    value = principal.values;
    axes = principal.axes;
  }
  // the value that two axes share, if any, is the round one
  int round = 0;
  const double same = 1e-9 * value.cwiseAbs().maxCoeff();
  for (int k = 0; k < 3; ++k)
    if (std::abs(value(k) - value((k + 1) % 3)) <= same) round = k;
  out.round = value(round);
  for (int k = 1, at = 0; k < 3; ++k) {
    const int axis = (round + k) % 3;
    if (std::abs(value(axis) - out.round) <= same) continue;
    out.spread[at] = value(axis) - out.round;
    out.axis[at++] = axes.col(axis);
  }
  return out;
}

template <class T>
DynamicsData<T>::DynamicsData(const Robot& robot) {
  const int nv = robot.nacelle.freedoms(), n = robot.mobility.n, na = static_cast<int>(robot.actuators.size());
  effort.setZero(na);
  force.setZero(n);
  acceleration.setZero(n);
  mass.setZero(n, n);
  bias.setZero(n);
  gravity.setZero(n);
  velocity_terms.setZero(n);
  nacelle_force.setZero(nv);
  nacelle_wrench.resize(1 + robot.nacelle.joints.size());
  nacelle_mass.setZero(nv, nv);
  for (const Leg& leg : robot.legs) {
    const int ni = leg.freedoms();
    leg_inertia.push_back(carried_inertias(leg));
    leg_effort.push_back(VecX<T>::Zero(ni));
    leg_rows.push_back(VecX<T>::Zero(leg.rows));
    leg_wrench.emplace_back(ni);
    leg_mass.push_back(MatX<T>::Zero(ni, ni));
    K.push_back(MatX<T>::Zero(ni, n));
  }
  factor.setZero(n, n);
  body_jacobian.setZero(6, n);
  shape.M.setZero(n, n);
  shape.N.setZero(n, n);
  shape.factor.setZero(n, n);
  shape.u.setZero(n);
  shape.du.setZero(n);
  shape.applied.setZero(n);
  shape.gravity.setZero(n);
  shape.velocity_terms.setZero(n);
  shape.T_.setZero(nv, n);
  shape.dT.setZero(nv, n);
  shape.dPsi.setZero(nv, n);
  shape.dJinv.setZero(na, n);
  shape.nacelle_I.setZero(nv, nv);
  shape.nacelle_C.setZero(nv, nv);
  shape.constraint_rates.setZero(robot.mobility.constraint_rows, n);
  int loop_rows = 0;
  for (const NacelleLoop& loop : robot.nacelle.loops) loop_rows += rows(loop.kind);
  shape.loop_rates.setZero(loop_rows, nv);
  int widest = nv, tallest = nv;
  for (const Leg& leg : robot.legs) {
    const int ni = leg.freedoms(), m = leg.rows;
    shape.L.push_back(MatX<T>::Zero(ni, n));
    shape.dL.push_back(MatX<T>::Zero(ni, n));
    shape.K.push_back(MatX<T>::Zero(ni, n));
    shape.dK.push_back(MatX<T>::Zero(m, n));
    shape.dJ.push_back(MatX<T>::Zero(m, ni));
    shape.dB.push_back(MatX<T>::Zero(m, nv));
    shape.I.push_back(MatX<T>::Zero(ni, ni));
    shape.C.push_back(MatX<T>::Zero(ni, ni));
    widest = std::max(widest, ni);
    tallest = std::max({tallest, m, ni});
  }
  for (const Leg& leg : robot.legs) {
    element.states.emplace_back(leg.elements.size());
    element.legs.push_back(element_work<T>(leg, nv));
  }
  element.nacelle_point.setZero(3, nv);
  element.nacelle_omega.setZero(3, nv);
  element.A.setZero(nv, na);
  element.drive.setZero(na, n);
  element.b.setZero(nv);
  element.solver.resize(std::max(na, n), std::min(na, n));
  shape.body.setZero(6, widest);
  shape.dbody.setZero(6, widest);
  shape.product.setZero(tallest, n);
  stretched.setZero(std::max(na, n));
}

template struct DynamicsData<double>;
template struct DynamicsData<Recorded>;

}  // namespace gough
