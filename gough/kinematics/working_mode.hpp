#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// All working modes of one leg at a pose on the manifold: the solutions that differ in how an arm swings, an elbow bends or a
// spherical linkage turns. Universal joints and balls turned over about an element's own line put every element where it was
// and are not listed. A leg without a closed form lists every solution that Newton finds from seeded starts. The first is that
// of `data` itself.
struct WorkingMode {
  std::vector<double> q;
  bool current = false;
};
std::vector<WorkingMode> working_modes(const Robot& robot, int leg, const KinematicsData<double>& data);

// Puts one leg into another of its working modes, `mode` counting as `working_modes` does at the state of `data`: from then on the
// inverse geometry of this robot finds the leg there. Fills the leg's joints and bodies in `data`; returns false, and changes nothing,
// where there is no such mode.
bool take_working_mode(Robot& robot, int leg, std::size_t mode, KinematicsData<double>& data);

}  // namespace gough
