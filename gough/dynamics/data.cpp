#include "gough/dynamics/data.hpp"

#include <algorithm>
#include <stdexcept>

#include "gough/model/changed_robot.hpp"

namespace gough {
namespace {

template <class T>
LegElementWork<T> element_work(const Leg& leg, int nacelle_freedoms) {
  LegElementWork<T> out;
  const int n = 6 * static_cast<int>(leg.elements.size()), rows = leg.graph.rows;
  out.maps.resize(leg.elements.size());
  for (ElementMaps<T>& maps : out.maps)
    for (auto* map : {&maps.A, &maps.B, &maps.omega_low, &maps.omega_up, &maps.omega_before}) map->setZero(3, n);
  out.rows.resize(rows, n);
  out.right.setZero(rows, nacelle_freedoms);
  out.stacked.setZero(rows);
  out.F.setZero(n);
  out.direction.setZero(n);
  out.rate.setZero(nacelle_freedoms);
  for (const Joint& joint : leg.joints)
    if (joint.actuator >= 0) out.drives.emplace_back(joint.actuator, VecX<T>::Zero(n));
  return out;
}

}  // namespace

template <class T>
ElementWorkspace<T>::ElementWorkspace(const Robot& robot) {
  const int nv = robot.nacelle.freedoms(), n = robot.mobility.n, na = static_cast<int>(robot.actuators.size());
  for (const Leg& leg : robot.legs) {
    states.emplace_back(leg.elements.size());
    legs.push_back(element_work<T>(leg, nv));
  }
  nacelle_point.setZero(3, nv);
  nacelle_omega.setZero(3, nv);
  A.setZero(nv, na);
  drive.setZero(na, n);
  b.setZero(nv);
  solver.resize(std::max(na, n), std::min(na, n));
}

template <class T>
VirtualWorkWorkspace<T>::VirtualWorkWorkspace(const Robot& robot) : body_jacobian(MatX<T>::Zero(6, robot.mobility.n)) {
  for (const Leg& leg : robot.legs) {
    G.push_back(MatX<T>::Zero(leg.rows, robot.nacelle.freedoms()));
    K.push_back(MatX<T>::Zero(leg.freedoms(), robot.mobility.n));
  }
}

template <class T>
PlatformLegsWorkspace<T>::PlatformLegsWorkspace(const Robot& robot) {
  const int nv = robot.nacelle.freedoms(), n = robot.mobility.n;
  nacelle_force.setZero(nv);
  nacelle_wrench.resize(1 + robot.nacelle.joints.size());
  nacelle_mass.setZero(nv, nv);
  int widest = 0;
  for (const Leg& leg : robot.legs) {
    const int ni = leg.freedoms();
    leg_effort.push_back(VecX<T>::Zero(ni));
    leg_rows.push_back(VecX<T>::Zero(leg.rows));
    leg_wrench.emplace_back(ni);
    leg_mass.push_back(MatX<T>::Zero(ni, ni));
    G.push_back(MatX<T>::Zero(leg.rows, nv));
    K.push_back(MatX<T>::Zero(ni, n));
    widest = std::max(widest, ni);
  }
  columns.setZero(6, widest);
  factor.setZero(n, n);
}

template <class T>
ComplementWorkspace<T>::ComplementWorkspace(const Robot& robot) {
  const int nv = robot.nacelle.freedoms(), n = robot.mobility.n, na = static_cast<int>(robot.actuators.size());
  for (MatX<T>* square : {&M, &N, &factor}) square->setZero(n, n);
  for (VecX<T>* rate : {&u, &du, &applied, &gravity, &velocity_terms}) rate->setZero(n);
  for (MatX<T>* map : {&T_, &dT, &dPsi}) map->setZero(nv, n);
  dJinv.setZero(na, n);
  nacelle_I.setZero(nv, nv);
  nacelle_C.setZero(nv, nv);
  constraint_rates.setZero(robot.mobility.constraint_rows, n);
  int loop_rows = 0;
  for (const TreeLoop& loop : robot.nacelle.loops) loop_rows += rows(loop.kind);
  loop_rates.setZero(loop_rows, nv);
  int widest = nv, tallest = nv;
  for (const Leg& leg : robot.legs) {
    const int ni = leg.freedoms(), m = leg.rows;
    for (std::vector<MatX<T>>* maps : {&L, &dL, &K}) maps->push_back(MatX<T>::Zero(ni, n));
    G.push_back(MatX<T>::Zero(m, nv));
    dK.push_back(MatX<T>::Zero(m, n));
    dJ.push_back(MatX<T>::Zero(m, ni));
    dB.push_back(MatX<T>::Zero(m, nv));
    for (std::vector<MatX<T>>* own : {&I, &C}) own->push_back(MatX<T>::Zero(ni, ni));
    widest = std::max(widest, ni);
    tallest = std::max({tallest, m, ni});
  }
  body.setZero(6, widest);
  dbody.setZero(6, widest);
  product.setZero(tallest, n);
  for (VecX<T>* x : {&tree_rate, &tree_acceleration, &tree_force}) *x = VecX<T>::Constant(tallest, T(0));
}

template <class T>
DynamicsData<T>::DynamicsData(const Robot& robot, std::span<const Formulation> formulations) {
  if (!is_fresh(robot))
    throw std::logic_error("bodies or friction of " + robot.name + " were changed by hand: use gough::changed, or gough::refresh");
  const int n = robot.mobility.n, na = static_cast<int>(robot.actuators.size());
  effort.setZero(na);
  for (VecX<T>* v : {&force, &acceleration, &bias, &gravity, &velocity_terms}) v->setZero(n);
  mass.setZero(n, n);
  padded_effort.setZero(std::max(na, n));
  for (Formulation f : formulations) {
    if (f == Formulation::elements) elements.emplace(robot);
    if (f == Formulation::virtual_work) virtual_work.emplace(robot);
    if (f == Formulation::platform_legs) platform_legs.emplace(robot);
    if (f == Formulation::orthogonal_complement) complement.emplace(robot);
  }
}

template struct DynamicsData<double>;
template struct DynamicsData<Recorded>;

}  // namespace gough
