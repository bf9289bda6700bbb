#pragma once

#include <string>

#include "gough/dynamics/data.hpp"

// Dynamics from a pose in one call, by whichever formulation, with a status.
namespace gough {

enum class Formulation { elements, virtual_work, platform_legs, orthogonal_complement };
constexpr Formulation kFormulations[] = {Formulation::elements, Formulation::virtual_work, Formulation::platform_legs,
                                         Formulation::orthogonal_complement};
constexpr char letter(Formulation f) { return "EVPN"[static_cast<int>(f)]; }

// Efforts for platform velocity and acceleration in the free components. Kinematic statuses come first; then out_of_limits, with the
// answer, where a stroke, a speed or an effort is beyond its limit (the measure is by how many times). Throws InputError for an
// under-actuated robot, and for formulation E where a body has no element.
Outcome inverse_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Pose<double>& pose, const VecX<double>& Vr,
                         const VecX<double>& dVr, KinematicsData<double>& kinematics, DynamicsData<double>& data);

// Speeds and efforts against the actuators' limits: out_of_limits, the measure being the largest ratio.
Outcome actuator_limits(const Robot& robot, const KinematicsData<double>& kinematics, const VecX<double>& effort);

// The same motion given by the actuated joints' rates and accelerations: V_r and V̇_r. Needs the position stage of `kinematics` and as many
// actuators as freedoms or more; rates that do not fit together are taken in the least-squares sense.
void free_from_actuated(const Robot& robot, const VecX<double>& dqa, const VecX<double>& ddqa, KinematicsData<double>& kinematics,
                        VecX<double>& Vr, VecX<double>& dVr);

// Acceleration V̇_r under efforts, by P or N. At a Type 2 singularity P still answers, for the efforts are given; the status says where it
// is.
Outcome direct_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Pose<double>& pose, const VecX<double>& Vr,
                        const VecX<double>& effort, KinematicsData<double>& kinematics, DynamicsData<double>& data);

}  // namespace gough
