#include "gough/dynamics/body_jacobian.hpp"

#include <cassert>

#include "gough/kinematics/tree_motion.hpp"

namespace gough {
namespace {

// Adds what a rate of the robot gives a point, the rate being `row` V_r.
template <class T, class Row>
void add_column(const Motion<T>& S, const Row& row, BodyJacobian<T>& out) {
  for (Eigen::Index c = 0; c < out.cols(); ++c)
    for (int k = 0; k < 3; ++k) {
      out(k, c) += S.linear(k) * row(c);
      out(3 + k, c) += S.angular(k) * row(c);
    }
}

}  // namespace

template <class T>
void body_jacobian(const Robot& robot, const KinematicsData<T>& k, const DynamicsData<T>& data, int leg, int body,
                   const Vec3<double>& point, BodyJacobian<T>& out) {
  assert(fits(robot, k));
  assert(fits(robot, data));
  assert(leg == -1 || has_leg(robot, leg));
  assert(body >= 0 && body < (leg < 0 ? robot.nacelle.bodies() : robot.legs[leg].bodies()));
  const Placement<T>& frame = leg < 0 ? k.nacelle.body[body] : k.legs[leg].body[body];
  const Vec3<T> at = frame.point(point.template cast<T>());
  out.setZero();
  if (leg >= 0) {
    robot.legs[leg].inward(body, [&](int j) {
      add_column(subspace(robot.legs[leg].joints[j], k.legs[leg].body[j], at), data.platform_legs->K[leg].row(j), out);
    });
    return;
  }
  const Nacelle& nacelle = robot.nacelle;
  nacelle.inward(body, [&](int b) { add_column(subspace(nacelle.joint(b), k.nacelle.body[b], at), k.Psi.row(nacelle.column(b)), out); });
  const Vec3<T> arm = at - k.pose.p;
  for (Eigen::Index c = 0; c < out.cols(); ++c) {
    const Vec3<T> v = k.Psi.col(c).template head<3>(), w = k.Psi.col(c).template segment<3>(3);
    out.col(c).template head<3>() += v + w.cross(arm);
    out.col(c).template tail<3>() += w;
  }
}

template void body_jacobian(const Robot&, const KinematicsData<double>&, const DynamicsData<double>&, int, int, const Vec3<double>&,
                            BodyJacobian<double>&);
template void body_jacobian(const Robot&, const KinematicsData<Recorded>&, const DynamicsData<Recorded>&, int, int, const Vec3<double>&,
                            BodyJacobian<Recorded>&);

}  // namespace gough
