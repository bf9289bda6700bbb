#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Proportional, derivative and integral gains, one for each component of an error.
struct Gains {
  VecX<double> kp, kd, ki;
};

// Gains on accelerations: ë + 2 ζ ω ė + ω² e = 0 with ω = 2π · bandwidth.
Gains second_order_gains(int size, double bandwidth_hz, double damping_ratio);

// The same on efforts of the actuated joints: each by the inertia that its actuator feels at home, diagonal of J_inv⁻ᵀ M J_inv⁻¹.
Gains joint_gains(const Robot& robot, const RigidBody& payload, double bandwidth_hz, double damping_ratio);

}  // namespace gough
