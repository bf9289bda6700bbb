#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Damped Gauss-Newton on the tip residuals of one leg, from data.q. Reads the nacelle's bodies;
// fills q, body and residual. The measure is the largest residual left.
Outcome newton_leg(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data);

}  // namespace gough
