#pragma once

#include <string>

#include "gough/math/types.hpp"
#include "gough/model/body_id.hpp"

// Springs: their efforts depend on the position alone, and have a potential energy.
namespace gough {

// A spring in a joint: its effort is stiffness · (free − q) on the joint's own rate.
struct JointSpring {
  double stiffness = 0.0;  // N m/rad or N/m
  double free = 0.0;       // rad or m: the joint's position without effort, from the file's zero
};

// One end of a spring between two points.
struct SpringEnd {
  bool on_base = false;
  BodyId body;                                // unless it is on the base
  Vec3<double> point = Vec3<double>::Zero();  // in the body frame, or in base axes
};

// Spring, damper and constant pull along the line between two points of two bodies: a tension of
// stiffness · (length − free length) + damping · rate of the length + pull.
struct Spring {
  std::string name;
  SpringEnd a, b;
  double stiffness = 0.0;    // N/m
  double free_length = 0.0;  // m
  double damping = 0.0;      // N s/m
  double pull = 0.0;         // N; pushes where negative

  // Whether the tension is proportional to the vector between the points, so that no direction is needed where they meet.
  bool is_proportional() const { return free_length == 0.0 && damping == 0.0 && pull == 0.0; }
};

}  // namespace gough
