#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

constexpr double kClosed = 1e-11;     // a residual, rad or robot lengths, below which loops are closed
constexpr double kLongestStep = 0.5;  // longest step of an iteration, likewise

// Damped Gauss-Newton on the tip residuals of one leg, from data.q. Lengths are taken relative to the robot's, so that metres and radians
// compare. Reads the nacelle's bodies; fills q, body and residual. The measure is the largest residual left, over the robot's length.
Outcome newton_leg(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data);

// Joints of one leg at data.pose: followed from where Newton last left it or, if that leads nowhere, from where it was last closed, or from
// home, in as many steps as its joints need to do in each what their rates foretell. `nearest`: a leg that constrains the platform need
// only come as near as it can, for the pose may be off the manifold.
Outcome find_leg(const Robot& robot, int leg, bool nearest, KinematicsData<double>& data);

// Legs are followed from home, as in data that is new.
void start_from_home(const Robot& robot, KinematicsData<double>& data);

// The pose a fraction of the way from one to another.
Pose<double> between(const Robot& robot, const Pose<double>& a, const Pose<double>& b, double fraction);

}  // namespace gough
