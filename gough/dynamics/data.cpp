#include "gough/dynamics/data.hpp"

namespace gough {

template <class T>
DynamicsData<T>::DynamicsData(const Robot& robot) {
  const int nv = robot.nacelle.freedoms(), n = robot.mobility.n, na = static_cast<int>(robot.actuators.size());
  effort.setZero(na);
  force.setZero(n);
  acceleration.setZero(n);
  mass.setZero(n, n);
  bias.setZero(n);
  gravity.setZero(n);
  nacelle_force.setZero(nv);
  nacelle_wrench.resize(1 + robot.nacelle.joints.size());
  nacelle_mass.setZero(nv, nv);
  for (const Leg& leg : robot.legs) {
    const int ni = leg.freedoms();
    leg_effort.push_back(VecX<T>::Zero(ni));
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
  shape.body.setZero(6, widest);
  shape.dbody.setZero(6, widest);
  shape.product.setZero(tallest, n);
  stretched.setZero(std::max(na, n));
}

template struct DynamicsData<double>;

}  // namespace gough
