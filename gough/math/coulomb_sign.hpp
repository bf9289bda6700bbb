#pragma once

// Direction of Coulomb friction.
namespace gough {

// Rate up to which a joint counts as being at rest, rad/s or m/s. Rounding leaves rates of this size in joints that do not move.
constexpr double kRestRate = 1e-9;

// Sign of a rate: −1, 0 or 1, 0 at rest. A step, not a ramp: above `kRestRate` Coulomb friction has its full size.
constexpr double coulomb_sign(double rate) { return static_cast<double>((rate > kRestRate) - (rate < -kRestRate)); }

}  // namespace gough
