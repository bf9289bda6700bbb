#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Finds the closed form of a leg's inverse geometry from its joints at home, or reports that it
// has none (a Newton iteration then serves). `data` must hold the home configuration; its leg is
// left there. Recognised, tip by tip: R or P alone; R-R, P-R, R-P; U-P and U-R (UPS, SPS, UPU, URU);
// R-U and P-U (rods, also side by side); ball - P or R - universal (SPU, six revolutes); the
// spherical R-R; each with the revolutes of a rigid tip behind it (R-U-U).
LegSolver recognise_leg(const Robot& robot, int leg, KinematicsData<double>& data);

}  // namespace gough
