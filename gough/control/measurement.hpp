#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// What a controller knows of the robot at an instant, as sensors tell it: actuated joints and, from them or measured, the platform.
struct Measurement {
  double t = 0.0;
  VecX<double> qa, dqa;
  Pose<double> pose;
  VecX<double> Vr;
  Vec3<double> force = Vec3<double>::Zero(),
               moment = Vec3<double>::Zero();  // of a wrench sensor, on the platform at its origin, world axes

  explicit Measurement(const Robot& robot)
      : qa(VecX<double>::Zero(robot.actuators.size())),
        dqa(VecX<double>::Zero(robot.actuators.size())),
        pose(robot.home),
        Vr(VecX<double>::Zero(robot.mobility.n)) {}
};

inline bool fits(const Robot& robot, const Measurement& m) {
  const auto actuators = static_cast<Eigen::Index>(robot.actuators.size());
  return m.qa.size() == actuators && m.dqa.size() == actuators && m.Vr.size() == robot.mobility.n;
}

}  // namespace gough
