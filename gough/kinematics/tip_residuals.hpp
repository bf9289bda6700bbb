#pragma once

#include "gough/kinematics/data.hpp"

// The gaps of tips and loops: residuals that vanish where a leg is closed, with rates J_i q̇_i − B_i V_N, the rows of tip_rows.hpp.
namespace gough {

// Reads q and bodies of the leg and the nacelle's bodies; fills leg.residual, the rows of a loop along the axes of its chains, whose bodies
// it places.
template <class T>
void tip_residuals(const Leg& leg, const NacelleData<T>& nacelle, LegData<T>& data);

// The same of the nacelle's loops, into `out` from `row` on. Returns the next row.
template <class T>
int loop_residuals(const Robot& robot, const NacelleData<T>& nacelle, VecX<T>& out, int row);

// The widest gap of a leg's tips and loops: an angle, or a distance over the robot's length. Reads q; fills the leg's bodies.
double tip_gap(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data);

// The widest gap of all tips and loops, likewise. Reads the bodies.
double loop_gap(const Robot& robot, const KinematicsData<double>& data);

// What vanishes where a follower is where others make it go, recorded: a sine and what half a turn leaves, or a length over the robot's.
std::vector<Recorded> coupling_openings(const Robot& robot, const Leg& leg, const Coupling& coupling, const LegData<Recorded>& data);

// The square of the widest gap as a recorded number, with sines in place of angles; above 1 if axes of a tip point in opposite directions.
Recorded loop_gap_square(const Robot& robot, const KinematicsData<Recorded>& data);

// Whether the axes of closed revolute and rigid tips and loops point the same way. Residuals vanish for opposite axes too.
bool tips_aligned(const Leg& leg, const NacelleData<double>& nacelle, const LegData<double>& data);

}  // namespace gough
