#include "gough/control/pose_error.hpp"

#include <cassert>

#include "gough/math/rotation.hpp"

namespace gough {
namespace {

double nacelle_error(const Joint& joint, const JointPosition<double>& z, const JointPosition<double>& reference) {
  if (!joint.revolute) return z.d - reference.d;
  return std::atan2(z.s * reference.c - z.c * reference.s, z.c * reference.c + z.s * reference.s);
}

// J_l(φ)⁻¹ w: the rate of φ where exp(φ) turns with w.
Vec3<double> rate_of_rotation_vector(const Vec3<double>& phi, const Vec3<double>& w) {
  const double angle = phi.norm();
  // (1 − (θ/2) cot(θ/2)) / θ², by its series where θ is small
  const double factor = angle < 1e-2 ? 1.0 / 12.0 + angle * angle / 720.0 : (1.0 - 0.5 * angle / std::tan(0.5 * angle)) / (angle * angle);
  return w - 0.5 * phi.cross(w) + factor * phi.cross(phi.cross(w));
}

}  // namespace

void pose_error(const Robot& robot, const Pose<double>& pose, const Pose<double>& reference, VecX<double>& e) {
  assert(e.size() == robot.mobility.n);
  const Vec3<double> p = pose.p - reference.p, phi = rotation_vector(pose.R * reference.R.transpose());
  for (int k = 0; k < robot.mobility.n; ++k) {
    const int index = robot.mobility.free[k].index;
    if (index < 3) e(k) = p(index);
    else if (index < 6) e(k) = phi(index - 3);
    else e(k) = nacelle_error(robot.nacelle.joints[index - 6], pose.z[index - 6], reference.z[index - 6]);
  }
}

void pose_error_rate(const Robot& robot, const Pose<double>& pose, const VecX<double>& VN, const Pose<double>& reference,
                     const VecX<double>& VN_reference, VecX<double>& de) {
  assert(VN.size() == robot.nacelle.freedoms());
  assert(VN_reference.size() == robot.nacelle.freedoms());
  assert(de.size() == robot.mobility.n);
  const Mat3<double> turn = pose.R * reference.R.transpose();
  const Vec3<double> w = VN.segment<3>(3) - turn * VN_reference.segment<3>(3);
  const Vec3<double> rate = rate_of_rotation_vector(rotation_vector(turn), w);
  for (int k = 0; k < robot.mobility.n; ++k) {
    const int index = robot.mobility.free[k].index;
    de(k) = index >= 3 && index < 6 ? rate(index - 3) : VN(index) - VN_reference(index);
  }
}

}  // namespace gough
