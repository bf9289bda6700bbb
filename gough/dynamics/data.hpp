#pragma once

#include "gough/dynamics/load.hpp"
#include "gough/kinematics/data.hpp"
#include "gough/kinematics/element_motion.hpp"

// What the formulations fill, made once for a robot, whose inertias it keeps: a robot with other masses needs its own. `effort` is what the
// actuators must give; the rest is each formulation's own working memory.
namespace gough {

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

// An inertia as round · 1 + Σ spread_k e_k e_kᵀ over at most two of its principal axes: none for a ball, one for a body of revolution.
struct PrincipalInertia {
  double round = 0.0;
  double spread[2] = {0.0, 0.0};
  Vec3<double> axis[2] = {Vec3<double>::Zero(), Vec3<double>::Zero()};  // in the body
};
PrincipalInertia principal_inertia(const Mat3<double>& inertia);

// I v of an inertia that turns with the frame.
template <class T>
Vec3<T> times(const PrincipalInertia& I, const Mat3<T>& R, const Vec3<T>& v) {
  Vec3<T> out = T(I.round) * v;
  for (int k = 0; k < 2; ++k) {
    if (I.spread[k] == 0.0) continue;
    const Vec3<T> e = R * I.axis[k].template cast<T>();
    out += (T(I.spread[k]) * e.dot(v)) * e;
  }
  return out;
}

// Working memory of formulation N: the twist-shape matrices and their rates. u is the independent rates: q̇_a, or V_r where
// the robot has not as many actuators as freedoms.
template <class T>
struct TwistShape {
  MatX<T> M, N, factor;          // M u̇ + N u = τ_W + Λ φ
  VecX<T> gravity;               // the part of `applied` that gravity gives
  VecX<T> velocity_terms;        // N u
  VecX<T> u, du, applied;        // applied: τ_W with friction
  MatX<T> T_, dT;                // V_N = T u
  MatX<T> dPsi, dJinv;           // rates of Ψ and J_inv
  std::vector<MatX<T>> L, dL;    // q̇_i = L_i u
  std::vector<MatX<T>> K, dK;    // q̇_i = K_i V_r
  std::vector<MatX<T>> dJ, dB;   // rates of J_i and B_i
  std::vector<MatX<T>> I, C;     // of the legs, on their own joints
  MatX<T> nacelle_I, nacelle_C;  // of the nacelle, on V_N
  MatX<T> constraint_rates;      // (Ḃ − J̇ G) Ψ of every constraint row
  MatX<T> loop_rates;            // K̇_N
  MatX<T> body, dbody;           // Jacobian of one body's mass centre and its rate
  MatX<T> product;
};

// Working memory of formulation E. A map is 3 × (basis): what each rate of a leg's motion basis gives a point or a rotation.
template <class T>
struct ElementMaps {
  Eigen::Matrix<T, 3, Eigen::Dynamic> A, B, omega_low, omega_up, omega_before;  // ∂Ȧ/∂u, ∂Ḃ/∂u, ∂ω/∂u
  Vec3<T> ddA = Vec3<T>::Zero(), ddB = Vec3<T>::Zero();
  Motion<T> before;  // {ω, ω̇} of the body that carries A
};

// How a leg's motion basis is tied to the platform: by hand for the common legs (theory section 4), else by one QR of all rows.
enum class Elimination { telescopic, bar_then_bars, slide_then_bars, stacked };

template <class T>
struct LegElementWork {
  Elimination elimination = Elimination::stacked;
  std::vector<ElementMaps<T>> maps;
  std::vector<bool> extends, spins;     // has a slide, a revolute of its own
  std::vector<ElementPlace> ends;       // what each tip stands on
  std::vector<std::vector<int>> wrist;  // revolutes between that and the platform
  HouseholderQr<T> rows;                // the motion constraints
  MatX<T> right;                        // … and their right side: rows u = right V_N
  VecX<T> F, direction, rate, stacked;
  std::vector<std::pair<int, VecX<T>>> drives;  // what each actuator of the leg does on u
};

template <class T>
struct ElementWork {
  std::vector<std::vector<ElementMotion<T>>> states;  // of every leg's elements
  std::vector<LegElementWork<T>> legs;
  Eigen::Matrix<T, 3, Eigen::Dynamic> nacelle_point, nacelle_omega;
  MatX<T> A;      // A Γ + b = 0 on V_N
  MatX<T> drive;  // (Ψᵀ A)ᵀ
  VecX<T> b;
  HouseholderQr<T> solver;
};

template <class T>
struct DynamicsData {
  explicit DynamicsData(const Robot& robot);

  VecX<T> effort;          // τ, one for each actuator
  VecX<T> force;           // J_invᵀ τ: what must act on V_r
  VecX<T> acceleration;    // V̇_r, of the direct dynamics
  MatX<T> mass;            // M_rob, on V_r
  VecX<T> bias;            // c_rob, on V_r: velocity terms, gravity, friction, less external wrenches
  VecX<T> gravity;         // of it: what holds the robot at rest without external wrenches
  VecX<T> velocity_terms;  // of it: centrifugal and Coriolis, Ψ̇ V_r included

  // working memory
  std::vector<std::vector<PrincipalInertia>> leg_inertia;  // central, of each leg body and what slides on it
  VecX<T> nacelle_force;                                   // on V_N
  std::vector<VecX<T>> leg_effort;                         // τ_i of the free legs
  std::vector<VecX<T>> leg_rows;                           // the same as wrenches along the tips' rows
  std::vector<std::vector<Wrench<T>>> leg_wrench;          // on each leg body, at its origin
  std::vector<Wrench<T>> nacelle_wrench;
  std::vector<MatX<T>> leg_mass;  // M_i
  MatX<T> nacelle_mass;           // M_N
  std::vector<MatX<T>> K;         // q̇_i = K_i V_r
  MatX<T> factor;                 // of M_rob
  MatX<T> body_jacobian;          // of one body, from V_r
  TwistShape<T> shape;
  ElementWork<T> element;
  VecX<T> stretched;  // as long as there are actuators
};

}  // namespace gough
