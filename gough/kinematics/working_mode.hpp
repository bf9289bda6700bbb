#pragma once

#include <optional>

#include "gough/kinematics/data.hpp"

namespace gough {

// All working modes of one leg at a pose on the manifold: the solutions that differ in how an arm swings, an elbow bends or a spherical
// linkage turns. Second solutions of universal joints and balls, which leave every element where it is, are not listed. For a leg without
// a closed form they are the solutions that Newton finds from seeded starts. The first is the one in `data`.
struct WorkingMode {
  std::vector<double> q;
  bool current = false;
};
std::vector<WorkingMode> working_modes(const Robot& robot, int leg, const KinematicsData<double>& data);

// The robot with another working mode of a leg, which its inverse geometry gives; `mode` is the index in `working_modes` at the state of
// `data`. Fills the leg's joints and bodies in `data`. Nothing, and `data` as it was, if there is no such mode.
[[nodiscard]] std::optional<Robot> take_working_mode(const Robot& robot, int leg, std::size_t mode, KinematicsData<double>& data);

}  // namespace gough
