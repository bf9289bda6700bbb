#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Puts one leg into another of its working modes, `mode` counting as `working_modes` does at the state of `data`: from then on the
// inverse geometry of this robot finds the leg there. Fills the leg's joints and bodies in `data`; returns false, and changes nothing,
// where there is no such mode.
bool take_working_mode(Robot& robot, int leg, std::size_t mode, KinematicsData<double>& data);

}  // namespace gough
