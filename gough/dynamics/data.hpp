#pragma once

#include "gough/dynamics/load.hpp"
#include "gough/kinematics/data.hpp"
#include "gough/kinematics/element_motion.hpp"

// Results and working memory of the formulations, allocated once for a robot. Caches the robot's inertias: make it again if masses change.
// Points and axes: docs/frames.md.
namespace gough {

template <class T>
struct Wrench {
  Vec3<T> force = Vec3<T>::Zero();
  Vec3<T> moment = Vec3<T>::Zero();
};

// Mass, centre of mass and central inertia of a body as constants of the scalar type.
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

// An inertia matrix as round · 1 + Σ spread_k e_k e_kᵀ over at most two principal axes e_k: none for a ball, one for a body of revolution.
struct PrincipalInertia {
  double round = 0.0;
  double spread[2] = {0.0, 0.0};
  Vec3<double> axis[2] = {Vec3<double>::Zero(), Vec3<double>::Zero()};  // e_k, in the body frame
};
PrincipalInertia principal_inertia(const Mat3<double>& inertia);

// I v in world axes, for a body whose frame has the rotation R.
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

// Working memory of formulation N, docs/theory.md, section 7: the maps T and L_i (Angeles's twist-shape matrices) and their rates. u are
// the independent rates: q̇_a, or V_r if the numbers of actuators and freedoms differ.
template <class T>
struct TwistShape {
  MatX<T> M, N, factor;          // M u̇ + N u = τ_W + Λ φ (7.2); Cholesky factor of M
  VecX<T> gravity;               // the part of `applied` that gravity gives
  VecX<T> velocity_terms;        // N u
  VecX<T> u, du, applied;        // applied: τ_W with friction
  MatX<T> T_, dT;                // V_N = T u
  MatX<T> dPsi, dJinv;           // rates of Ψ and J_inv
  std::vector<MatX<T>> L, dL;    // q̇_i = L_i u
  std::vector<MatX<T>> K, dK;    // q̇_i = K_i V_r
  std::vector<MatX<T>> dJ, dB;   // rates of J_i and B_i
  std::vector<MatX<T>> I, C;     // M_i and C_i of the legs (7.3), on their own joints
  MatX<T> nacelle_I, nacelle_C;  // M_N and C_N of the nacelle, on V_N
  MatX<T> constraint_rates;      // (Ḃ − J̇ G) Ψ of every constraint row
  MatX<T> loop_rates;            // K̇_N
  MatX<T> body, dbody;           // Jacobian of one body's mass centre and its rate
  MatX<T> product;
};

// Working memory of formulation E for one element. A map has 3 rows and one column for each rate of the leg's motion basis u: the velocity
// of a point, or the angular velocity of a body, per unit of that rate.
template <class T>
struct ElementMaps {
  Eigen::Matrix<T, 3, Eigen::Dynamic> A, B, omega_low, omega_up, omega_before;  // ∂Ȧ/∂u, ∂Ḃ/∂u, ∂ω/∂u
  Vec3<T> ddA = Vec3<T>::Zero(), ddB = Vec3<T>::Zero();                         // accelerations of A and B
  Motion<T> before;  // of the body that carries A: ω in `linear`, ω̇ in `angular`
};

// How a leg's motion basis follows from V_N: by the formulas (4.5) of docs/theory.md, section 4, or by one QR of all constraint rows.
enum class Elimination { telescopic, bar_then_bars, slide_then_bars, stacked };

template <class T>
struct LegElementWork {
  Elimination elimination = Elimination::stacked;
  std::vector<ElementMaps<T>> maps;
  std::vector<bool> extends, spins;     // for each element: whether it has a slide, a revolute of its own
  std::vector<ElementPlace> ends;       // for each tip: the element body that carries it
  std::vector<std::vector<int>> wrist;  // for each tip: the revolutes between that body and the platform
  HouseholderQr<T> rows;                // left side of the constraints rows · u = right · V_N, factored
  MatX<T> right;                        // right side
  VecX<T> F, direction, rate, stacked;
  std::vector<std::pair<int, VecX<T>>> drives;  // for each actuator of the leg: its index, and its unit effort projected on u
};

template <class T>
struct ElementWork {
  std::vector<std::vector<ElementMotion<T>>> states;  // for each leg: the states of its elements
  std::vector<LegElementWork<T>> legs;
  Eigen::Matrix<T, 3, Eigen::Dynamic> nacelle_point, nacelle_omega;
  MatX<T> A;      // of A Γ + b, on V_N
  MatX<T> drive;  // (Ψᵀ A)ᵀ
  VecX<T> b;      // of A Γ + b
  HouseholderQr<T> solver;
};

template <class T>
struct DynamicsData {
  explicit DynamicsData(const Robot& robot);

  VecX<T> effort;          // τ, one for each actuator
  VecX<T> force;           // J_invᵀ τ: the force that must act on V_r
  VecX<T> acceleration;    // V̇_r, of the direct dynamics
  MatX<T> mass;            // M_rob, on V_r
  VecX<T> bias;            // c_rob, on V_r: velocity terms, gravity and friction minus external wrenches
  VecX<T> gravity;         // part of c_rob: the force that holds the robot at rest without external wrenches
  VecX<T> velocity_terms;  // part of c_rob: centrifugal and Coriolis terms, Ψ̇ V_r included

  // working memory
  std::vector<std::vector<PrincipalInertia>> leg_inertia;  // of each leg body together with what slides on it, central
  VecX<T> nacelle_force;                                   // w_N on V_N; the legs' share is added
  std::vector<VecX<T>> leg_effort;                         // τ_i of the free legs
  std::vector<VecX<T>> leg_rows;                           // J_i⁺ᵀ τ_i: the same as wrenches along the tips' rows
  std::vector<std::vector<Wrench<T>>> leg_wrench;          // on each leg body, at the origin of its frame
  std::vector<Wrench<T>> nacelle_wrench;
  std::vector<MatX<T>> leg_mass;  // M_i
  MatX<T> nacelle_mass;           // M_N
  std::vector<MatX<T>> K;         // q̇_i = K_i V_r
  MatX<T> factor;                 // of M_rob
  MatX<T> body_jacobian;          // of one body, from V_r
  TwistShape<T> shape;
  ElementWork<T> element;
  VecX<T> stretched;  // working memory, one entry for each actuator
};

}  // namespace gough
