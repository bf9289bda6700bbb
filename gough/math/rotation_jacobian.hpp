#pragma once

#include "gough/math/types.hpp"

// Rates of R = exp(c) and of its rotation vector c. Double only.
namespace gough {

// The left Jacobian J_l of SO(3), ω = J_l(c) ċ; its rate; its inverse, for |c| < 2π.
Mat3<double> left_jacobian(const Vec3<double>& c);
Mat3<double> left_jacobian_rate(const Vec3<double>& c, const Vec3<double>& dc);
Mat3<double> left_jacobian_inverse(const Vec3<double>& c);

// ω = J_l ċ and ω̇ = J_l c̈ + J̇_l ċ; and back.
struct RotationRates {
  Vec3<double> w, dw;
};
RotationRates rotation_rates(const Vec3<double>& c, const Vec3<double>& dc, const Vec3<double>& ddc);
struct VectorRates {
  Vec3<double> dc, ddc;
};
VectorRates vector_rates(const Vec3<double>& c, const Vec3<double>& w, const Vec3<double>& dw);

}  // namespace gough
