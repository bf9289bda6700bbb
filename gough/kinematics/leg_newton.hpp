#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

constexpr double kClosed = 1e-11;     // residual below which loops are closed, rad or robot lengths
constexpr double kLongestStep = 0.5;  // longest step of an iteration, rad or robot lengths

// Damped Gauss-Newton on the tip residuals of one leg, from data.q. Lengths are divided by the robot's to compare with angles. Reads the
// nacelle's bodies; fills q, body and residual. The measure is the largest residual left, in radians or robot lengths.
Outcome newton_leg(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data);

// Joints of one leg at data.pose by Newton, followed from `LegData::latest`, else from `LegData::followed`, else from home, in steps so
// small that the joints' rates predict each. `nearest`: the pose may be off the manifold, and a leg that constrains the platform need only
// come as near as it can.
Outcome find_leg(const Robot& robot, int leg, bool nearest, KinematicsData<double>& data);

}  // namespace gough
