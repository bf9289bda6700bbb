#pragma once

#include "gough/kinematics/data.hpp"

namespace gough::studio {

// The step in V_N that leads from one pose to another, the inverse of `moved`; its free components are what V_r integrates to.
VecX<double> free_step(const Robot& robot, const Pose<double>& from, const Pose<double>& to);

// V_r and V̇_r at the middle of three poses, `before` and `after` seconds apart, by differences.
struct Rates {
  VecX<double> Vr, dVr;
};
Rates differences(const Robot& robot, const Pose<double>& first, const Pose<double>& middle, const Pose<double>& last, double before,
                  double after);

}  // namespace gough::studio
