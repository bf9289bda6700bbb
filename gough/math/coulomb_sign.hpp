#pragma once

// Direction of Coulomb friction.
namespace gough {

// Rate up to which a joint is at rest, rad/s or m/s. Rounding leaves such rates where a joint does not move at all.
constexpr double kRestRate = 1e-9;

// −1, 0 or 1: the sign of a rate, 0 at rest. A step, not a ramp: beyond rest Coulomb's effort is whole.
constexpr double coulomb_sign(double rate) { return static_cast<double>((rate > kRestRate) - (rate < -kRestRate)); }

}  // namespace gough
