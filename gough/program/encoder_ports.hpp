#pragma once

#include "gough/dynamics/data.hpp"
#include "gough/program/meeting_point.hpp"
#include "gough/program/program.hpp"

namespace gough {

// Motion of the platform's origin from that of the actuated joints, in closed form, for programs driven by them: where the legs, each an
// actuated arm or slide and bars, meet in it (meeting_point.hpp).
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
  MeetingPoint meeting_;

  // The actuated joint's position; the point that the bars have the origin on a sphere about, its velocity and acceleration; their length.
  struct Start {
    JointPosition<Recorded> q;
    Vec3<Recorded> center, v, a;
    double length = 0.0;
  };
  // From the actuated joint's reading and its derivatives; fills the state of the leg's first element.
  Start start(const Leg& leg, const Recorded& q, const Recorded& dq, const Recorded& ddq, ElementMotion<Recorded>& state) const;
};

}  // namespace gough
