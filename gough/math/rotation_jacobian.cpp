#include "gough/math/rotation_jacobian.hpp"

namespace gough {
namespace {

// The functions of the left Jacobian J_l = 1 + a [c]× + b [c]×², and their derivatives over the angle, divided by it.
struct JacobianFactors {
  double a = 0.0, b = 0.0, da = 0.0, db = 0.0;
};

JacobianFactors jacobian_factors(double angle) {
  const double x = angle * angle;
  JacobianFactors out;
  if (angle > 1.0) {
    out.a = (1.0 - std::cos(angle)) / x;
    out.b = (angle - std::sin(angle)) / (x * angle);
    out.da = (std::sin(angle) / angle - 2.0 * out.a) / x;
    out.db = (out.a - 3.0 * out.b) / x;
    return out;
  }
  // a = Σ (−x)ᵏ/(2k+2)!, b = Σ (−x)ᵏ/(2k+3)!: the closed forms lose digits here
  double power = 1.0, before = 0.0, factorial = 2.0;  // (−x)ᵏ, −(−x)ᵏ⁻¹, (2k+2)!
  for (int k = 0; k < 10; ++k) {
    out.a += power / factorial;
    out.b += power / (factorial * (2 * k + 3));
    out.da -= before * 2 * k / factorial;
    out.db -= before * 2 * k / (factorial * (2 * k + 3));
    before = power;
    power *= -x;
    factorial *= (2 * k + 3) * (2 * k + 4);
  }
  return out;
}

}  // namespace

Mat3<double> left_jacobian(const Vec3<double>& c) {
  const JacobianFactors f = jacobian_factors(c.norm());
  const Mat3<double> C = hat(c);
  return Mat3<double>::Identity() + f.a * C + f.b * C * C;
}

Mat3<double> left_jacobian_rate(const Vec3<double>& c, const Vec3<double>& dc) {
  const JacobianFactors f = jacobian_factors(c.norm());
  const Mat3<double> C = hat(c), D = hat(dc);
  const double along = c.dot(dc);
  return along * (f.da * C + f.db * C * C) + f.a * D + f.b * (C * D + D * C);
}

RotationRates rotation_rates(const Vec3<double>& c, const Vec3<double>& dc, const Vec3<double>& ddc) {
  const Mat3<double> J = left_jacobian(c);
  return {J * dc, J * ddc + left_jacobian_rate(c, dc) * dc};
}

Mat3<double> left_jacobian_inverse(const Vec3<double>& c) {
  const double square = c.squaredNorm();
  // 1 − [c]×/2 + b [c]×², b = (1 − (θ/2) cot(θ/2)) / θ²
  double b = 1.0 / 12.0 + square / 720.0 + square * square / 30240.0;
  if (square > 1e-3) {
    const double half = 0.5 * std::sqrt(square);
    b = (1.0 - half / std::tan(half)) / square;
  }
  const Mat3<double> C = hat(c);
  return Mat3<double>::Identity() - 0.5 * C + b * C * C;
}

VectorRates vector_rates(const Vec3<double>& c, const Vec3<double>& w, const Vec3<double>& dw) {
  const Mat3<double> inverse = left_jacobian_inverse(c);
  const Vec3<double> dc = inverse * w;
  return {dc, inverse * (dw - left_jacobian_rate(c, dc) * dc)};
}

}  // namespace gough
