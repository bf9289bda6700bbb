#pragma once

#include "gough/kinematics/data.hpp"

// A few random motions of a robot about home, always the same for one robot, and properties of the robot read from them. A property of all
// motions, such as a body that never turns, holds at every state or at almost none; a few random states suffice to find out.
namespace gough {

class SampledMotion {
 public:
  explicit SampledMotion(const Robot& robot);

  bool found() const { return !states_.empty(); }  // false if poses about home are singular or out of reach

  bool never_turns(int nacelle_body) const;
  bool turn_alike(int leg, int a, int b) const;  // whether two bodies of a leg have a constant relative rotation
  bool same_speed(int leg, int a, int b) const;  // whether two joints of a leg have equal or opposite rates
  bool turns_with_platform(int nacelle_body) const;
  const KinematicsData<double>& first() const { return states_.front(); }

  // Whether a robot with other masses and friction has the same mass matrix and bias at every state, to rounding.
  bool same_dynamics(const Robot& other) const;

 private:
  const Robot& robot_;
  double rate_;  // 1/s, such that length × rate² is the size of gravity
  std::vector<KinematicsData<double>> states_;
};

}  // namespace gough
