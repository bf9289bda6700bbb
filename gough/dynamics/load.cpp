#include "gough/dynamics/load.hpp"

namespace gough {

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

}  // namespace gough
