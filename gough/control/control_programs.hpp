#pragma once

#include "gough/model/external_load.hpp"
#include "gough/program/program.hpp"

// What controllers ask of a state besides the library's models, as Programs. Inputs begin with the pose's (PosePorts), outputs end with a
// status of depth `rank`: they are for Evaluator::Ready. For robots with as many actuators as freedoms or more.
namespace gough {

// V_r and V̇_r → positions of the actuated joints (joint_ports), their rates and accelerations.
Program record_actuated_joints(const Robot& robot);

// q̇_a → V_r with J_inv V_r = q̇_a, in the least-squares sense where there are more actuators than freedoms.
Program record_platform_rates(const Robot& robot);

// A force on V_r → the efforts of least norm that act as it does.
Program record_actuator_forces(const Robot& robot);

// V_r and q̈_a → efforts for that acceleration, by formulation P; q̈_a in the least-squares sense as above.
Program record_joint_efforts(const Robot& robot, const Load& load);

}  // namespace gough
