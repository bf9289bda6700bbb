#pragma once

#include "gough/dynamics/load.hpp"
#include "gough/kinematics/data.hpp"

// What the formulations fill, allocated once for a robot. `effort` is what the actuators must give; the rest is each
// formulation's own working memory.
namespace gough {

template <class T>
struct Wrench {
  Vec3<T> force = Vec3<T>::Zero();
  Vec3<T> moment = Vec3<T>::Zero();
};

// Inertial data of a body as constants of the scalar type.
template <class T>
struct BodyConstants {
  T mass = T(0);
  Vec3<T> com = Vec3<T>::Zero();
  Mat3<T> inertia = Mat3<T>::Zero();
};

template <class T>
BodyConstants<T> constants(const RigidBody& body) {
  return {T(body.mass), body.com.template cast<T>(), body.inertia.template cast<T>()};
}

template <class T>
struct DynamicsData {
  explicit DynamicsData(const Robot& robot);

  VecX<T> effort;   // τ, one for each actuator
  VecX<T> force;    // J_invᵀ τ: what must act on V_r
  VecX<T> acceleration;  // V̇_r, of the direct dynamics
  MatX<T> mass;     // M_rob, on V_r
  VecX<T> bias;     // c_rob, on V_r: velocity terms, gravity, friction, less external wrenches
  VecX<T> gravity;  // the part of it that stays at rest without external wrenches

  // working memory
  VecX<T> nacelle_force;                    // on V_N
  std::vector<VecX<T>> leg_effort;          // τ_i of the free legs
  std::vector<std::vector<Wrench<T>>> leg_wrench;  // on each leg body, at its origin
  std::vector<Wrench<T>> nacelle_wrench;
  std::vector<MatX<T>> leg_mass;            // M_i
  MatX<T> nacelle_mass;                     // M_N
  std::vector<MatX<T>> K;                   // q̇_i = K_i V_r
  MatX<T> factor;                           // of M_rob
  MatX<T> body_jacobian;                    // of one body, from V_r
  VecX<T> stretched;                        // as long as there are actuators
};

}  // namespace gough
