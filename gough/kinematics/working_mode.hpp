#pragma once

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

// Makes another working mode of a leg that of `robot`; `mode` is its index in `working_modes` at the state of `data`. The robot's inverse
// geometry gives this mode from then on. Fills the leg's joints and bodies in `data`. Returns false, and changes nothing, if there is no
// such mode.
bool take_working_mode(Robot& robot, int leg, std::size_t mode, KinematicsData<double>& data);

}  // namespace gough
