#pragma once

#include "gough/math/joint_position.hpp"

// Rotations as users give them (angles) and as iterations move them (rotation vectors). Double only: the recorded algorithms use no
// trigonometry.
namespace gough {

constexpr double kPi = 3.141592653589793238462643383279502884;
constexpr double radians(double degrees) { return degrees * kPi / 180.0; }
constexpr double degrees(double radians) { return radians * 180.0 / kPi; }

// cos and sin of an angle in degrees, exact at multiples of 30 and 90 degrees where the value is 0, 1/2 or 1.
JointPosition<double> turn_degrees(double angle_deg);

// The position of a joint at angle or length q.
JointPosition<double> revolute_position(double angle);
JointPosition<double> prismatic_position(double length);

// A joint's position after a turn or a slide.
inline JointPosition<double> displaced(bool revolute, const JointPosition<double>& from, double by) {
  return from * (revolute ? revolute_position(by) : prismatic_position(by));
}

// Rotation by `turn` about the unit vector `axis`.
Mat3<double> rotation_about(const Vec3<double>& axis, const JointPosition<double>& turn);

// Roll, pitch, yaw in degrees: R = Rz(yaw) Ry(pitch) Rx(roll).
Mat3<double> rotation_from_rpy(const Vec3<double>& rpy_deg);
Vec3<double> rpy_from_rotation(const Mat3<double>& R);

// exp([v]x) and its inverse; the angle of `rotation_vector` lies in [0, pi].
Mat3<double> rotation_exp(const Vec3<double>& v);
Vec3<double> rotation_vector(const Mat3<double>& R);

// A rotation matrix near R: that of its normalised quaternion.
Mat3<double> orthonormal(const Mat3<double>& R);

// A right-handed frame whose z axis is the unit vector `z`; a signed coordinate axis gives a signed permutation.
Mat3<double> frame_with_z(const Vec3<double>& z);

// A right-handed frame with x along the unit vector `x` and z as near as possible to `z_hint`.
Mat3<double> frame_with_x(const Vec3<double>& x, const Vec3<double>& z_hint);

}  // namespace gough
