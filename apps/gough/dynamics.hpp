#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gough/dynamics/dynamics_at_pose.hpp"

// What `gough idm` and `gough ddm` share, for one state and for many.
namespace gough::command {

struct DynamicsOptions {
  std::string robot, formulation = "P", states, output, plot, against, distribution = "least-norm";
  std::optional<std::string> pose, twist, acceleration, joints, rates, accelerations, start, efforts, payload, wrench, on, at;
  bool rpy = false, deg = false, reactions = false, energy = false, json = false;
};

Load load_of(const Robot& robot, const DynamicsOptions& options);
std::vector<Formulation> formulations(const std::string& text, bool direct);

// Efforts of a redundant robot as asked for; the formulations give the least-norm ones.
Outcome distribute(const Robot& robot, const DynamicsOptions& options, const KinematicsData<double>& kinematics,
                   DynamicsData<double>& data);

// The status with the efforts as distributed: a stroke exceeded stays, limits of speed and effort are looked at again.
Outcome redistributed(const Robot& robot, const DynamicsOptions& options, const KinematicsData<double>& kinematics,
                      DynamicsData<double>& data, const Outcome& before);

// One row of answers for each row of options.states; returns the exit code.
int dynamics_of_states(const Robot& robot, const DynamicsOptions& options, bool direct);

}  // namespace gough::command
