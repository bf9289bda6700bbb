#include "apps/studio/differences.hpp"

#include "gough/math/rotation.hpp"

namespace gough::studio {

VecX<double> free_step(const Robot& robot, const Pose<double>& from, const Pose<double>& to) {
  VecX<double> step(robot.nacelle.freedoms());
  step.head<3>() = to.p - from.p;
  step.segment<3>(3) = rotation_vector(to.R * from.R.transpose());
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const JointPosition<double>&a = from.z[k], &b = to.z[k];
    step(6 + k) = robot.nacelle.joints[k].revolute ? std::atan2(b.s * a.c - b.c * a.s, b.c * a.c + b.s * a.s) : b.d - a.d;
  }
  VecX<double> out(robot.mobility.n);
  for (int k = 0; k < robot.mobility.n; ++k) out(k) = step(robot.mobility.free[k].index);
  return out;
}

Rates differences(const Robot& robot, const Pose<double>& first, const Pose<double>& middle, const Pose<double>& last, double before,
                  double after) {
  const VecX<double> left = free_step(robot, first, middle) / before, right = free_step(robot, middle, last) / after;
  return {(after * left + before * right) / (before + after), (right - left) / (0.5 * (before + after))};
}

}  // namespace gough::studio
