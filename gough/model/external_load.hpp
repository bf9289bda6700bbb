#pragma once

#include <vector>

#include "gough/model/robot.hpp"

namespace gough {

// An external wrench on one body: force and moment in world axes, at a point fixed to the body.
struct ExternalWrench {
  int leg = -1;                               // -1: the nacelle
  int body = 0;                               // joint of the leg, or nacelle body (0 is the platform)
  Vec3<double> point = Vec3<double>::Zero();  // in the body frame; file axes are another frame (gough/model/file_frame.hpp)
  Vec3<double> force = Vec3<double>::Zero();
  Vec3<double> moment = Vec3<double>::Zero();
};

// Payload and external wrenches.
struct Load {
  RigidBody payload;  // fixed to the platform, in platform axes
  std::vector<ExternalWrench> wrenches;
};

// Platform and payload as one body.
inline RigidBody loaded_platform(const Robot& robot, const Load& load) { return joined(robot.nacelle.platform, load.payload); }

// A body of the nacelle, the payload on the platform included.
inline RigidBody nacelle_body(const Robot& robot, const Load& load, int body) {
  return body == 0 ? loaded_platform(robot, load) : robot.nacelle.joint(body).body;
}

}  // namespace gough
