#pragma once

#include "gough/dynamics/data.hpp"

// Inverse and direct dynamics by any formulation: of a state of motion, and from a pose in one call, with a status.
namespace gough {

// That the robot has inverse dynamics by this formulation. Throws InputError for an under-actuated robot, and for formulation E if a body
// has no element.
void require_inverse_dynamics(const Robot& robot, Formulation formulation, const Load& load);

// That there is direct dynamics by this formulation. Throws InputError.
void require_direct_dynamics(Formulation formulation);

// Whether direct dynamics has an answer where `position` gives this outcome. N needs J_inv⁻¹; P does not, and answers at a Type 2
// singularity too.
bool has_acceleration(Formulation formulation, const Outcome& outcome);

// Efforts of the motion in `kinematics` (stages up to `acceleration`), left in data.effort.
template <class T>
void inverse_dynamics(const Robot& robot, Formulation formulation, const Load& load, const KinematicsData<T>& kinematics,
                      DynamicsData<T>& data);

// Acceleration V̇_r under efforts, left in data.acceleration. Reads the stages up to `velocity` and fills `acceleration`.
template <class T>
void direct_dynamics(const Robot& robot, Formulation formulation, const Load& load, const VecX<T>& effort, KinematicsData<T>& kinematics,
                     DynamicsData<T>& data);

// Efforts for a motion V_r, V̇_r at a pose, left in data.effort. The status is that of `position` if there are no efforts; out_of_limits,
// with the efforts, if a stroke, a speed or an effort exceeds its limit (the measure is then the excess of the stroke or the largest ratio
// to a limit). Throws InputError for an under-actuated robot, and for formulation E if a body has no element.
Outcome inverse_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Pose<double>& pose, const VecX<double>& Vr,
                         const VecX<double>& dVr, KinematicsData<double>& kinematics, DynamicsData<double>& data);

// The same behind `position` or a projection, whose outcome is `placed`: reads data of the pose and eliminates nothing again.
Outcome inverse_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Outcome& placed, const VecX<double>& Vr,
                         const VecX<double>& dVr, KinematicsData<double>& kinematics, DynamicsData<double>& data);

// Speeds and efforts against the actuators' limits: ok or out_of_limits; the measure is the largest ratio to a limit.
Outcome actuator_limits(const Robot& robot, const KinematicsData<double>& kinematics, const VecX<double>& effort);

// V_r and V̇_r from rates and accelerations of the actuated joints, by least squares where these do not fit together. Reads the results of
// `position`; the robot must have at least as many actuators as freedoms.
struct FreeMotion {
  VecX<double> Vr, dVr;
};
[[nodiscard]] FreeMotion free_from_actuated(const Robot& robot, const VecX<double>& dqa, const VecX<double>& ddqa,
                                            KinematicsData<double>& kinematics);

// Acceleration V̇_r under given efforts, by P or N, left in data.acceleration. P has an answer at a Type 2 singularity too; the status is
// then type2_singular.
Outcome direct_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Pose<double>& pose, const VecX<double>& Vr,
                        const VecX<double>& effort, KinematicsData<double>& kinematics, DynamicsData<double>& data);

// The same behind `position` or a projection, whose outcome is `placed`.
Outcome direct_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Outcome& placed, const VecX<double>& Vr,
                        const VecX<double>& effort, KinematicsData<double>& kinematics, DynamicsData<double>& data);

}  // namespace gough
