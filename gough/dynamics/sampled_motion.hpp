#pragma once

#include "gough/kinematics/data.hpp"

// A few random motions about home, always the same for one robot, and what they tell of it. Identities of motion, such as a body that never
// turns, hold at every state or at almost none: random states tell them.
namespace gough {

class SampledMotion {
 public:
  explicit SampledMotion(const Robot& robot);

  bool found() const { return !states_.empty(); }  // false where the poses about home are singular or out of reach

  bool never_turns(int nacelle_body) const;
  bool turn_alike(int leg, int a, int b) const;  // bodies of a leg: one rotation between them, always the same
  bool same_speed(int leg, int a, int b) const;  // joints of a leg: rates equal or opposite
  bool turns_with_platform(int nacelle_body) const;
  const KinematicsData<double>& first() const { return states_.front(); }

  // Whether a robot with other masses and friction has the same mass matrix and bias at every state, to rounding.
  bool same_dynamics(const Robot& other) const;

 private:
  const Robot& robot_;
  double rate_;  // 1/s: at length × rate², inertia weighs as much as gravity
  std::vector<KinematicsData<double>> states_;
};

}  // namespace gough
