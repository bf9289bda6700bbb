#pragma once

#include "gough/dynamics/dynamics_at_pose.hpp"
#include "gough/kinematics/any_mode.hpp"

namespace gough {

// Positions, rates and accelerations of the actuated joints, as encoders and their differences give them.
struct ActuatedJoints {
  VecX<double> q, dq, ddq;
};

// Throws InputError where the actuators are fewer than the freedoms: they fix no pose.
void require_pose_from_joints(const Robot& robot);

// The motion of the platform that goes with actuated joints.
struct ActuatedMotion {
  AnyModePose place;  // forward geometry
  FreeMotion motion;  // where the outcome has an answer
  Outcome outcome;    // of the place; not_converged where rates or accelerations contradict each other, the measure being by how much
  bool contradictory() const { return place.outcome.answered() && !outcome.answered(); }
};

// Forward geometry from `start`, which chooses the assembly mode; then V_r = J_inv⁻¹ q̇_a and V̇_r = J_inv⁻¹ (q̈_a − J̇_inv V_r). With more
// actuators than freedoms they fit by least squares, provided that they fit to 1e-2 of the rates, to 1e-2 of the accelerations and squared
// rates. Fills `data` as `position`, `velocity` and `acceleration` do; `inverse_dynamics` behind them reads it, whatever working modes the
// joints were found in.
[[nodiscard]] ActuatedMotion motion_from_joints(const Robot& robot, const ActuatedJoints& joints, const Pose<double>& start,
                                                KinematicsData<double>& data);

}  // namespace gough
