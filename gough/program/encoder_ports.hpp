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

  // Whether the platform's origin tells the whole pose.
  bool tells_pose() const;

  // The origin from the positions of the actuated joints alone; `reach` is the root's argument over the square of a bar: below zero the
  // bars do not meet. `side` is above zero where `start` is on home's side of the plane (line) through the points that the bars start from.
  Vec3<Recorded> meet(const std::vector<JointPosition<Recorded>>& q, const Vec3<Recorded>& start, Recorded& reach, Recorded& side) const;

  // The inputs of a state of the library, appended to `out`.
  void append(const KinematicsData<double>& kinematics, std::vector<double>& out) const;

 private:
  const Robot& robot_;
  bool planar_ = false;
  Vec3<double> normal_ = Vec3<double>::Zero();  // of the plane
  double side_ = 1.0;                           // of the root, as at home

  // The first joint of a leg at a position: its body, its axis, and the lever from there to where the bars start.
  struct Arm {
    Placement<Recorded> body;
    Vec3<Recorded> axis, lever;
  };
  static Arm arm(const Leg& leg, const JointPosition<Recorded>& q);
  Vec3<Recorded> center(const Leg& leg, const Arm& arm) const;  // of the sphere or circle that the platform's origin is on
  static double radius(const Leg& leg);

  // Where the bars of a leg start: the centre of the sphere or circle, its velocity and acceleration, and the bars' length.
  struct Start {
    Vec3<Recorded> center, v, a;
    double length = 0.0;
  };
  // From the actuated joint's reading and its derivatives; fills the state of the leg's first element.
  Start start(const Leg& leg, const Recorded& q, const Recorded& dq, const Recorded& ddq, ElementMotion<Recorded>& state) const;
  Vec3<Recorded> meet(const std::vector<Vec3<Recorded>>& center) const;
};

}  // namespace gough
