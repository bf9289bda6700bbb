#pragma once

#include "apps/gough/dynamics.hpp"
#include "apps/gough/subcommand.hpp"
#include "gough/kinematics/pose_numbers.hpp"

// A state and what the robot carries, as `gough idm`, `gough ddm` and `gough explain` take them.
namespace gough::command {

// Adds ROBOT, --pose, --rpy, --twist, --payload, --wrench, --on and --at. Returns those that a file of states excludes.
struct StateOptions {
  Option pose, twist;
};
StateOptions add_state_options(const Subcommand& sub, DynamicsOptions& options);

// A state as the options give it.
struct TypedState {
  GivenPose pose;
  std::vector<double> twist, acceleration;  // as typed
  VecX<double> Vr, dVr;
};
TypedState typed_state(const Robot& robot, const DynamicsOptions& options);

// Refuses six numbers that the platform cannot follow. Fills velocities and accelerations.
void check_motions(const Robot& robot, const TypedState& state, KinematicsData<double>& kinematics);

}  // namespace gough::command
