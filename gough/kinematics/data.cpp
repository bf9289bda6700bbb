#include "gough/kinematics/data.hpp"

namespace gough {

namespace {

template <class T>
void size_bodies(TreeData<T>& data, int bodies) {
  data.body.resize(bodies);
  data.velocity.resize(bodies);
  data.acceleration.resize(bodies);
}

}  // namespace

template <class T>
KinematicsData<T>::KinematicsData(const Robot& robot) {
  const int nv = robot.nacelle.freedoms(), n = robot.mobility.n;
  const int na = static_cast<int>(robot.actuators.size());
  size_bodies(nacelle, robot.nacelle.bodies());
  for (const Leg& leg : robot.legs) {
    LegData<T>& d = legs.emplace_back();
    const int m = leg.rows, ni = leg.freedoms();
    d.q.resize(ni);
    for (int j = 0; j < ni; ++j) {
      const JointPosition<double>& home = leg.joints[j].home;
      d.q[j] = {T(home.c), T(home.s), T(home.d)};
    }
    d.followed = d.latest = d.q;
    size_bodies(d, ni);
    for (const LegLoop& loop : leg.loops) {
      size_bodies(d.loops.emplace_back(), loop.chains.bodies());
      d.loops.back().rates.setZero(loop.chains.bodies());
      d.loops.back().none.setZero(loop.chains.bodies());
    }
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
  if (mixes_actuators(robot) && na >= n) Jinv_metres.resize(na, n);
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
