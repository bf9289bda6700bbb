#pragma once

#include "gough/dynamics/data.hpp"

// Formulation V, bodies and virtual work [CB], docs/theory.md, section 5: the wrench Ω_b p_b that each body needs, linear in its
// parameters, is projected on V_r by the body's Jacobian.
namespace gough::virtual_work {

// Efforts of a motion. Reads positions, velocities and accelerations of `kinematics`; fills data.force and data.effort.
template <class T>
void inverse_dynamics(const Robot& robot, const Load& load, const KinematicsData<T>& kinematics, DynamicsData<T>& data);

// A parameter of the linear form: ten of each body, [m, mc_x, mc_y, mc_z, I_xx, I_xy, I_xz, I_yy, I_yz, I_zz] about the origin and in the
// axes of its body frame, then rotor inertia, viscous and Coulomb friction and an effort offset of each actuated joint, viscous and Coulomb
// friction of every other joint, tip and loop, the stiffness of springs in joints, and stiffness, damping and pull of springs between
// points.
struct Parameter {
  std::string name;
  std::string unit;
  double value = 0.0;
};
std::vector<Parameter> parameters(const Robot& robot, const Load& load);

// W with J_invᵀ τ = W p, columns in the order of `parameters`. External wrenches are not included. Reads what `inverse_dynamics` reads.
template <class T>
void regressor(const Robot& robot, const KinematicsData<T>& kinematics, DynamicsData<T>& data, MatX<T>& W);

// Y with τ = Y p, one row for each actuator; τ has least norm if the robot is redundantly actuated. Fills W as well.
template <class T>
void effort_regressor(const Robot& robot, const KinematicsData<T>& kinematics, DynamicsData<T>& data, MatX<T>& W, MatX<T>& Y);

}  // namespace gough::virtual_work
