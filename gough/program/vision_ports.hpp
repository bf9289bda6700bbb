#pragma once

#include "gough/dynamics/data.hpp"
#include "gough/program/program.hpp"

namespace gough {

// Formulation E from what a camera sees, as a straight line of operations: every element's direction x, and its length d and angle θ where
// they vary, with two derivatives each, are the inputs; where the legs end tells the platform. No joint angle, nothing trigonometric.
class VisionPorts {
 public:
  // Throws InputError where the platform's motion does not follow from the lines in closed form, with the reason.
  explicit VisionPorts(const Robot& robot);

  // Makes the inputs; fills the bodies of legs and nacelle, the nacelle's motion and Ψ of `kinematics`, and the element states of `data`.
  void record(Recorder& recorder, KinematicsData<Recorded>& kinematics, DynamicsData<Recorded>& data) const;

  // The same from element states that are already in `data`: x, ẋ, ẍ and what varies of d, θ and their derivatives.
  void follow(KinematicsData<Recorded>& kinematics, DynamicsData<Recorded>& data) const;

  // What of an element's state is a constant of the robot; the rest zero.
  ElementMotion<Recorded> constants_of(int leg, int element) const;

  // Whether directions and lengths alone tell every body: no angle about a line is needed.
  bool lines_tell_all() const;

  // The inputs of a state of the library, appended to `out`.
  void append(const KinematicsData<double>& kinematics, std::vector<double>& out) const;

 private:
  // How an element's line moves.
  struct Line {
    bool fixed = false;    // a slide on the base: its direction is a constant
    bool turning = false;  // on a revolute whose axis keeps its direction: the line tells the body
    Vec3<double> axis = Vec3<double>::Zero();
    bool extends = false;
  };
  // What tells the platform's rotation.
  enum class Rotation { constant, rigid_tip, two_points, three_points };
  struct End {
    int leg = 0, tip = 0;
  };

  const Robot& robot_;
  std::vector<std::vector<Line>> lines_;
  Rotation rotation_ = Rotation::constant;
  Vec3<double> axis_ = Vec3<double>::Zero();  // two_points: of the platform's turn
  std::vector<End> ends_;                     // the tips that tell the pose

  void find_lines();
  void find_rotation();
  template <class T, class F>
  void visit(int leg, int element, ElementMotion<T>& s, const F& f) const;
  void place_leg_bodies(int leg, KinematicsData<Recorded>& k, DynamicsData<Recorded>& data) const;
  void place_platform(KinematicsData<Recorded>& k, const DynamicsData<Recorded>& data) const;
};

}  // namespace gough
