#pragma once

#include <optional>

#include "gough/kinematics/data.hpp"
#include "gough/model/external_load.hpp"
#include "gough/program/status_margin.hpp"

// What controllers ask of a state besides the library's models, as Programs. Inputs begin with the pose's (PosePorts), outputs end with a
// status of depth `rank`: they are for Evaluator::Ready, or with a tolerance for emitted C (StatusMargin). For robots with as many
// actuators as freedoms or more.
namespace gough {

using ForC = std::optional<StatusTolerance>;

// Appends the status. Reads what `record_position` filled.
void record_rank_status(const Robot& robot, Recorder& recorder, const KinematicsData<Recorded>& data, const ForC& tolerance);

// V_r and V̇_r → positions of the actuated joints (joint_ports), their rates and accelerations.
Program record_actuated_joints(const Robot& robot, const ForC& tolerance = {});

// q̇_a → V_r with J_inv V_r = q̇_a, in the least-squares sense where there are more actuators than freedoms.
Program record_platform_rates(const Robot& robot);

// A force on V_r → the efforts of least norm that act as it does.
Program record_actuator_forces(const Robot& robot, const ForC& tolerance = {});

// V_r and q̈_a → efforts for that acceleration, by formulation P; q̈_a in the least-squares sense as above.
Program record_joint_efforts(const Robot& robot, const Load& load);

// q̇_a and q̈_a → the same, V_r being what q̇_a makes of it.
Program record_joint_efforts_of_rates(const Robot& robot, const Load& load, const ForC& tolerance);

// Efforts that hold the robot at rest: gravity, springs and the wrenches of the load.
Program record_rest_efforts(const Robot& robot, const Load& load, const ForC& tolerance);

// What a law asks of the platform's motion besides V_r.
struct MotionWanted {
  bool turning = false;  // ω, and what Ψ makes of a reference's V_r, which is a further input
  bool push = false;     // on V_r, of a wrench on the platform at its origin, a further input
};
// q̇_a → V_r and what else is wanted. Without a status.
Program record_platform_motion(const Robot& robot, const MotionWanted& wanted);

}  // namespace gough
