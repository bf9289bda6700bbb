#pragma once

#include "gough/identification/least_squares.hpp"

namespace gough {

// Drive gains and base parameters together, from a motion without and one with a payload of known mass [Gautier, Briot 2014]:
//   g_j v_j = W_j x,   g_j v_j = W_j x + k_j,   v what the drive says, k the payload's share of the effort.
// The payload sets the scale that a motion alone cannot tell.
struct DriveGains {
  VecX<double> gain, gain_deviation;  // N m or N for each unit of the effort columns
  VecX<double> total;                 // the gains as total least squares has them, before the refinement
  Estimate base;                      // x
};

// Total least squares on [V −W −k] [g; x; 1] = 0, all columns scaled to length 1; then Gauss-Newton on v_j = (W_j x + k_j) / g_j, whose
// noise is the drives' alone and whose rows are weighted by it. `loaded` has k as its last column. Throws InputError where the two motions
// do not tell the gains.
DriveGains identify_drive_gains(const Observation& unloaded, const Observation& loaded);

}  // namespace gough
