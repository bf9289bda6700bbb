#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// What the platform carries.
struct PayloadSpec {
  Place place;
  double mass = 0.0;
  Vec3<double> com = Vec3<double>::Zero();  // from the tool point, platform axes
  std::vector<double> inertia;              // central: diagonal, or xx, xy, xz, yy, yz, zz
};

// As a body on the platform. Throws InputError for an inertia that no body has.
RigidBody payload_body(const Robot& robot, const PayloadSpec& spec);

}  // namespace gough
