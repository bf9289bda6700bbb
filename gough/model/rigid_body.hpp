#pragma once

#include "gough/math/types.hpp"

namespace gough {

// Mass, centre of mass and central inertia of a body, in the body's frame.
struct RigidBody {
  double mass = 0.0;
  Vec3<double> com = Vec3<double>::Zero();
  Mat3<double> inertia = Mat3<double>::Zero();  // about the centre of mass

  bool operator==(const RigidBody&) const = default;
};

// The same body in another frame, in which the old frame has the placement `frame`.
RigidBody seen_from(const Placement<double>& frame, const RigidBody& body);

// One body made of two that are fixed to each other.
RigidBody joined(const RigidBody& a, const RigidBody& b);

// Whether a distribution of positive mass can have this central inertia: symmetric, positive semi-definite, and no principal moment above
// the sum of the other two (up to rounding).
bool is_physical_inertia(const Mat3<double>& inertia);

// Central inertia of a homogeneous solid of mass 1, its long axis along x.
Mat3<double> tube_inertia(double length, double outer_radius, double inner_radius);
Mat3<double> box_inertia(const Vec3<double>& size);

}  // namespace gough
