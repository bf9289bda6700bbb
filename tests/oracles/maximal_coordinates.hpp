#pragma once

#include "gough/kinematics/data.hpp"
#include "gough/model/external_load.hpp"

// The oracle: six coordinates for every body, every joint an explicit constraint with its Lagrange multiplier, one dense
// linear system. Slow and plain, and independent of the formulations: of the library it uses the robot's geometry and where
// the bodies are; velocities and accelerations it finds itself.
namespace gough::oracle {

struct Solution {
  VecX<double> velocity;      // of all bodies: [v; ω] at each body's centre of mass
  VecX<double> acceleration;  // likewise
  VecX<double> effort;        // one for each actuator
  VecX<double> multipliers;
  MatX<double> constraints;  // Jc: constraint forces are Jcᵀ λ
  int rank = 0;              // of the constraints; fewer than their rows means over-constrained
};

// Efforts for prescribed free components of platform velocity and acceleration.
Solution inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<double>& positions, const VecX<double>& Vr,
                          const VecX<double>& dVr);

// Accelerations under given efforts.
Solution direct_dynamics(const Robot& robot, const Load& load, const KinematicsData<double>& positions, const VecX<double>& Vr,
                         const VecX<double>& effort);

// Where body b of leg i (or of the nacelle, leg -1) stands in the stacked vectors.
int body_index(const Robot& robot, int leg, int body);

// Rows of the constraints that belong to joint j of leg i (leg -1: of the nacelle): first row and count.
std::pair<int, int> joint_rows(const Robot& robot, int leg, int joint);

// The same for tip t of leg i (leg -1: loop t of the nacelle), and for a loop inside a leg.
std::pair<int, int> tip_rows(const Robot& robot, int leg, int tip);
std::pair<int, int> leg_loop_rows(const Robot& robot, int leg, int loop);

}  // namespace gough::oracle
