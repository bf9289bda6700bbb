#pragma once

#include "tests/agreement/sketch.hpp"

namespace gough::test {

// A joint with every joint of its leg at zero.
struct ZeroJoint {
  V3 point;
  std::vector<V3> axes;
  Frame moved;  // from home to there, of what its last axis carries
};

inline Frame turned_about(const V3& axis, const V3& point, double angle) {
  const M3 R = rotation_exp(angle * axis);
  return {R, point - R * point};
}

// Outer joints are put back first, about their axes at home, then inner ones carry them along.
inline std::vector<ZeroJoint> at_zero(const SketchLeg& leg) {
  std::vector<ZeroJoint> out;
  for (const SketchJoint& joint : leg.joints) {
    Frame moved = joint.parent < 0 ? Frame{} : out[joint.parent].moved;
    ZeroJoint zero{moved.point(joint.point), {}, {}};
    for (int k = 0; k < joint.freedoms(); ++k) {
      zero.axes.push_back(moved.R * joint.axes[k]);
      if (joint.turns(k)) moved = moved * turned_about(joint.axes[k], joint.point, -joint.values[k]);
      else moved = moved * Frame{M3::Identity(), -joint.values[k] * joint.axes[k]};
      if (joint.type == 'H') moved = moved * turned_about(joint.axes[k], joint.point, -joint.screw * joint.values[k]);
    }
    zero.moved = moved;
    out.push_back(zero);
  }
  return out;
}

}  // namespace gough::test
