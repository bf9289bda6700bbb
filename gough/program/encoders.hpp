#pragma once

#include "gough/dynamics/data.hpp"
#include "gough/program/program.hpp"

namespace gough {

// Forward geometry in closed form, for programs driven by the actuated joints: two circles or three spheres. It exists where two or three
// legs are each an actuated joint on the base and bars to one tip, or to tips side by side, and the tips' places on the platform do not
// turn.
class EncoderPorts {
 public:
  // Throws InputError, with the reason, where the robot is none of these.
  explicit EncoderPorts(const Robot& robot);

  // Makes the inputs q, q̇ and q̈ of the actuated joints, and from them the element states of arms and bars into `data` (no spins), and the
  // motion of the platform's origin.
  struct Origin {
    Vec3<Recorded> p, v, a;
  };
  Origin record(Recorder& recorder, DynamicsData<Recorded>& data) const;

  // The inputs of a state of the library, appended to `out`.
  void append(const KinematicsData<double>& kinematics, std::vector<double>& out) const;

 private:
  const Robot& robot_;
  bool planar_ = false;
  Vec3<double> normal_ = Vec3<double>::Zero();  // of the plane
  double side_ = 1.0;                           // of the root, as at home

  Vec3<Recorded> meet(const std::vector<Vec3<Recorded>>& center, const std::vector<double>& radius) const;
};

}  // namespace gough
