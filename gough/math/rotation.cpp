#include "gough/math/rotation.hpp"

#include <cmath>

namespace gough {
namespace {

int largest_component(const Vec3<double>& v) {
  int k = 0;
  v.cwiseAbs().maxCoeff(&k);
  return k;
}

}  // namespace

JointPosition<double> turn_degrees(double angle_deg) {
  const double twelfths = angle_deg / 30.0;
  if (std::abs(twelfths) < 1e9 && twelfths == std::nearbyint(twelfths)) {
    const double h = std::sqrt(3.0) / 2.0;
    const double cosine[12] = {1, h, 0.5, 0, -0.5, -h, -1, -h, -0.5, 0, 0.5, h};
    const int k = static_cast<int>(((std::llround(twelfths) % 12) + 12) % 12);
    return {cosine[k], cosine[(k + 9) % 12], 0.0};
  }
  return revolute_position(radians(angle_deg));
}

JointPosition<double> revolute_position(double angle) { return {std::cos(angle), std::sin(angle), 0.0}; }

JointPosition<double> prismatic_position(double length) { return {1.0, 0.0, length}; }

Mat3<double> rotation_about(const Vec3<double>& axis, const JointPosition<double>& turn) {
  // Rodrigues: R = c 1 + s [a]x + (1 - c) a aᵀ.
  return turn.c * Mat3<double>::Identity() + turn.s * hat(axis) + (1.0 - turn.c) * axis * axis.transpose();
}

Mat3<double> rotation_from_rpy(const Vec3<double>& rpy_deg) {
  return rotation_about(Vec3<double>::UnitZ(), turn_degrees(rpy_deg.z())) *
         rotation_about(Vec3<double>::UnitY(), turn_degrees(rpy_deg.y())) *
         rotation_about(Vec3<double>::UnitX(), turn_degrees(rpy_deg.x()));
}

Vec3<double> rpy_from_rotation(const Mat3<double>& R) {
  const double pitch = std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0)));
  if (std::hypot(R(0, 0), R(1, 0)) < 1e-12)  // gimbal: only yaw - roll is seen; put it all in yaw
    return {0.0, degrees(pitch), degrees(std::atan2(-R(0, 1), R(1, 1)))};
  return {degrees(std::atan2(R(2, 1), R(2, 2))), degrees(pitch), degrees(std::atan2(R(1, 0), R(0, 0)))};
}

Mat3<double> rotation_exp(const Vec3<double>& v) {
  const double angle = v.norm();
  if (angle < 1e-8) return orthonormal(Eigen::Quaterniond(1.0, v.x() / 2, v.y() / 2, v.z() / 2).toRotationMatrix());
  return Eigen::AngleAxisd(angle, v / angle).toRotationMatrix();
}

Vec3<double> rotation_vector(const Mat3<double>& R) {
  const Eigen::AngleAxisd turn(R);
  return turn.angle() * turn.axis();
}

Mat3<double> orthonormal(const Mat3<double>& R) { return Eigen::Quaterniond(R).normalized().toRotationMatrix(); }

Mat3<double> frame_with_z(const Vec3<double>& z) {
  const Vec3<double> hint = Vec3<double>::Unit((largest_component(z) + 1) % 3);
  Mat3<double> R;
  R.col(2) = z;
  R.col(0) = (hint - hint.dot(z) * z).normalized();
  R.col(1) = z.cross(R.col(0));
  return R;
}

Mat3<double> frame_with_x(const Vec3<double>& x, const Vec3<double>& z_hint) {
  Vec3<double> z = z_hint - z_hint.dot(x) * x;
  if (z.norm() < 1e-9 * (1.0 + z_hint.norm())) z = frame_with_z(x).col(0);
  Mat3<double> R;
  R.col(0) = x;
  R.col(2) = z.normalized();
  R.col(1) = R.col(2).cross(x);
  return R;
}

}  // namespace gough
