#pragma once

#include <fmt/format.h>

#include "tests/agreement/sketch.hpp"

namespace gough::test {

// Rz(γ) Tz(b) Rx(α) Tx(d) Rz(θ) Tz(r), from one joint's frame to the next.
struct Mdh {
  double gamma, b, alpha, d, theta, r;

  Frame frame() const {
    const auto about = [](const V3& axis, double angle) { return M3(rotation_exp(angle * axis)); };
    const V3 z = V3::UnitZ(), x = V3::UnitX();
    return Frame{about(z, gamma), b * z} * Frame{about(x, alpha), d * x} * Frame{about(z, theta), r * z};
  }

  std::string text(double scale) const {
    return fmt::format("mdh = {{ gamma_deg = {}, b = {}, alpha_deg = {}, d = {}, theta_deg = {}, r = {} }}\n", degrees(gamma), scale * b,
                       degrees(alpha), scale * d, degrees(theta), scale * r);
  }
};

// For an axis through a point, by the common normal of the two z axes; θ and r are free.
inline Mdh mdh_of(const V3& axis, const V3& point, const Frame& parent, double theta, double r) {
  const V3 z = parent.R.transpose() * axis, c = parent.inverse_point(point);
  V3 normal = V3::UnitZ().cross(z);
  const bool parallel = normal.norm() < 1e-6;
  normal = parallel ? V3(V3(c.x(), c.y(), 0.0)) : normal;
  if (normal.norm() < 1e-6) normal = V3::UnitX();
  normal.normalize();
  const double gamma = std::atan2(normal.y(), normal.x()), d = c.dot(normal);
  const double alpha = std::atan2(V3::UnitZ().cross(z).dot(normal), z.z());
  // the foot of the normal on the parent's axis: c + s z − d n = b ẑ
  double b = c.z();
  if (!parallel) {
    const V3 rest = c - d * normal;
    const double s = -rest.dot(normal.cross(V3::UnitZ())) / z.dot(normal.cross(V3::UnitZ()));
    b = rest.z() + s * z.z();
  }
  return {gamma, b, alpha, d, theta, r};
}

}  // namespace gough::test
