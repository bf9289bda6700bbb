#pragma once

#include <vector>

#include "gough/kinematics/data.hpp"

namespace gough::explain {

// A joint by Khalil and Kleinfinger's modified Denavit-Hartenberg parameters, [BK, Table 1]. Its frame lies in that of the joint before it
// at
//   Rot(z, γ) Trans(z, b) Rot(x, α) Trans(x, d) Rot(z, θ) Trans(z, r):
// z along the axis, x along the common normal with the axis of the first joint behind it. θ is the position of a revolute joint, r of a
// prismatic one, up to a constant; both move where the joint is helical. γ and b are 0 but behind the base and at branches.
struct DenavitHartenberg {
  int joint = 0, before = -1;  // of the leg; -1 is the base
  double gamma = 0.0, b = 0.0, alpha = 0.0, d = 0.0, theta = 0.0, r = 0.0;
  Placement<double> frame;  // in the world
};

// The joints of a leg in their order. Reads the bodies' placements.
std::vector<DenavitHartenberg> denavit_hartenberg(const Leg& leg, const LegData<double>& data);

}  // namespace gough::explain
