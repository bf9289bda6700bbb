#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// The closed form of a leg's inverse geometry, found from its joints at home; `closed_form` is false if there is none. `data` must hold the
// home configuration and keeps it. Recognised, tip by tip: R or P alone; R-R, P-R, R-P; U-P and U-R (UPS, SPS, UPU, URU); R-U and P-U
// (rods, also side by side); ball - P or R - universal (SPU, six revolutes); the spherical R-R; each also with the revolutes of a rigid tip
// behind it (R-U-U), or with parallelograms whose couplers
// carry the tip.
LegSolver recognise_leg(const Robot& robot, int leg, KinematicsData<double>& data);

}  // namespace gough
