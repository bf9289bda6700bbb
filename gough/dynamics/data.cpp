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
  stretched.setZero(std::max(na, n));
}

template struct DynamicsData<double>;

}  // namespace gough
