#pragma once

#include "gough/model/robot.hpp"

// The nacelle as elements, [O, Section 3.2 and Fig. 2]: every body of it is split into equal shares, one for each leg that ends on it, or
// for every leg where none does. A share has its part of the body's mass and inertia and the mass centre where the body's is. So the
// platform of a Gough-Stewart is six elements; the nacelle of an H4, two bars with two legs each and what joins them, is eight.
namespace gough {

struct NacelleShare {
  int leg = 0, body = 0;  // body 0 is the platform
  double part = 1.0;
};

// The part of a nacelle body that goes with a leg; 0 where none does. Allocates nothing.
double nacelle_part(const Robot& robot, int leg, int body);

// The shares of all bodies with mass, body after body.
std::vector<NacelleShare> nacelle_shares(const Robot& robot);

// The element itself, in the axes of its body.
RigidBody share_body(const Robot& robot, const NacelleShare& share);

}  // namespace gough
