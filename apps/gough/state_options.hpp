#pragma once

#include "apps/gough/dynamics.hpp"
#include "apps/gough/subcommand.hpp"

// A state and what the robot carries, as `gough idm`, `gough ddm` and `gough explain` take them.
namespace gough::command {

// Adds ROBOT, --pose, --rpy, --twist, --joints, --rates, --deg, --start, --payload, --wrench, --on and --at. Returns those that a file of
// states excludes.
struct StateOptions {
  Option pose, twist, joints, rates;
};
StateOptions add_state_options(const Subcommand& sub, DynamicsOptions& options);

// Adds --acceleration, and --accelerations of actuated joints, which needs `joints`.
struct AccelerationOptions {
  Option acceleration, accelerations;
};
AccelerationOptions add_acceleration_options(const Subcommand& sub, DynamicsOptions& options, const Option& joints);

}  // namespace gough::command
