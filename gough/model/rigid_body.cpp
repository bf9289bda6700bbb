#include "gough/model/rigid_body.hpp"

#include "gough/math/linear_algebra.hpp"

namespace gough {

RigidBody seen_from(const Placement<double>& frame, const RigidBody& body) {
  return {body.mass, frame.point(body.com), frame.R * body.inertia * frame.R.transpose()};
}

RigidBody joined(const RigidBody& a, const RigidBody& b) {
  if (b.mass == 0.0) return a;
  if (a.mass == 0.0) return b;
  RigidBody out;
  out.mass = a.mass + b.mass;
  out.com = (a.mass * a.com + b.mass * b.com) / out.mass;
  const auto about = [&](const RigidBody& body) -> Mat3<double> {  // Huygens-Steiner
    const Vec3<double> r = body.com - out.com;
    return body.inertia + body.mass * (r.squaredNorm() * Mat3<double>::Identity() - r * r.transpose());
  };
  out.inertia = about(a) + about(b);
  return out;
}

bool is_physical_inertia(const Mat3<double>& inertia) {
  if (!inertia.allFinite()) return false;
  const double scale = inertia.cwiseAbs().maxCoeff();
  if (!inertia.isApprox(inertia.transpose(), 1e-12)) return false;
  const Vec3<double> principal = principal_axes(inertia).values;
  // principal is sorted, so only the largest can exceed the sum of the others
  return principal(0) >= -1e-12 * scale && principal(2) <= principal(0) + principal(1) + 1e-9 * scale;
}

Mat3<double> tube_inertia(double length, double outer_radius, double inner_radius) {
  const double square = outer_radius * outer_radius + inner_radius * inner_radius;
  const double across = square / 4.0 + length * length / 12.0;
  return Vec3<double>(square / 2.0, across, across).asDiagonal();
}

Mat3<double> box_inertia(const Vec3<double>& size) {
  const Vec3<double> s = size.cwiseProduct(size);
  return Vec3<double>(s.y() + s.z(), s.x() + s.z(), s.x() + s.y()).asDiagonal().toDenseMatrix() / 12.0;
}

}  // namespace gough
