#include "gough/kinematics/data.hpp"

namespace gough {

template <class T>
KinematicsData<T>::KinematicsData(const Robot& robot) {
  const int nv = robot.nacelle.freedoms(), n = robot.mobility.n;
  const int na = static_cast<int>(robot.actuators.size());
  nacelle.body.resize(1 + robot.nacelle.joints.size());
  nacelle.velocity.resize(nacelle.body.size());
  nacelle.acceleration.resize(nacelle.body.size());
  for (const Leg& leg : robot.legs) {
    LegData<T>& d = legs.emplace_back();
    const int m = leg.rows, ni = leg.freedoms();
    d.q.resize(ni);
    for (int j = 0; j < ni; ++j) {
      const JointPosition<double>& home = leg.joints[j].home;
      d.q[j] = {T(home.c), T(home.s), T(home.d)};
    }
    d.followed = d.latest = d.q;
    d.body.resize(ni);
    d.velocity.resize(ni);
    d.acceleration.resize(ni);
    d.acceleration_by_ddq.resize(ni);
    d.residual.setZero(m);
    d.J.resize(m, ni);
    d.B.setZero(m, nv);
    d.dq.setZero(ni);
    d.ddq.setZero(ni);
    d.bias.setZero(m);
  }
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const JointPosition<double>& home = robot.home.z[k];
    pose.z[k] = {T(home.c), T(home.s), T(home.d)};
  }
  pose.p = robot.home.p.template cast<T>();
  pose.R = robot.home.R.template cast<T>();
  followed = latest = pose;
  const int nc = robot.mobility.constraint_rows;
  C.setZero(nc, nv);
  Cd.resize(nc, nv - n);
  Cr.setZero(nc, n);
  residual.setZero(nc);
  constraint_bias.setZero(nc);
  Psi.setZero(nv, n);
  Jinv.setZero(na, n);
  Jinv_qr.resize(std::max(na, n), std::min(na, n));
  Vr.setZero(n);
  VN.setZero(nv);
  dqa.setZero(na);
  dVr.setZero(n);
  dVN.setZero(nv);
  gamma.setZero(nv);
  ddqa.setZero(na);
}

template struct KinematicsData<double>;
template struct KinematicsData<Recorded>;

}  // namespace gough
