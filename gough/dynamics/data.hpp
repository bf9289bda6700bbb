#pragma once

#include <optional>
#include <span>

#include "gough/dynamics/body_moments.hpp"
#include "gough/dynamics/formulation.hpp"
#include "gough/kinematics/data.hpp"
#include "gough/kinematics/element_motion.hpp"
#include "gough/model/external_load.hpp"

// Results and working memory of the formulations, allocated once for a robot. Points and axes: docs/frames.md.
namespace gough {

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

// Working memory of formulation N, docs/theory.md, section 7: the maps T and L_i (Angeles's twist-shape matrices) and their rates. u are
// the independent rates: q̇_a, or V_r if the numbers of actuators and freedoms differ.
template <class T>
struct ComplementWorkspace {
  explicit ComplementWorkspace(const Robot& robot);

  MatX<T> M, N, factor;           // M u̇ + N u = τ_W + Λ φ (7.2); Cholesky factor of M
  VecX<T> gravity;                // the part of `applied` that gravity gives
  VecX<T> velocity_terms;         // N u
  VecX<T> u, du, applied;         // applied: τ_W with friction
  MatX<T> T_, dT;                 // V_N = T u
  MatX<T> dPsi, dJinv;            // rates of Ψ and J_inv
  std::vector<MatX<T>> L, dL;     // q̇_i = L_i u
  std::vector<MatX<T>> G, K, dK;  // q̇_i = G_i V_N; q̇_i = K_i V_r, and the rate of K_i
  std::vector<MatX<T>> dJ, dB;    // rates of J_i and B_i
  std::vector<MatX<T>> I, C;      // M_i and C_i of the legs (7.3), on their own joints
  MatX<T> nacelle_I, nacelle_C;   // M_N and C_N of the nacelle, on V_N
  MatX<T> constraint_rates;       // (Ḃ − J̇ G) Ψ of every constraint row
  MatX<T> loop_rates;             // K̇_N
  MatX<T> body, dbody;            // Jacobian of one body's mass centre and its rate
  MatX<T> product;
  VecX<T> tree_rate, tree_acceleration, tree_force;  // of the joints of one leg, or of V_N
};

// Working memory of formulation E for one element. A map has 3 rows and one column for each rate of the leg's motion basis u: the velocity
// of a point, or the angular velocity of a body, per unit of that rate.
template <class T>
struct ElementMaps {
  Eigen::Matrix<T, 3, Eigen::Dynamic> A, B, omega_low, omega_up, omega_before;  // ∂Ȧ/∂u, ∂Ḃ/∂u, ∂ω/∂u
  Vec3<T> ddA = Vec3<T>::Zero(), ddB = Vec3<T>::Zero();                         // accelerations of A and B
  Motion<T> before;  // of the body that carries A: ω in `linear`, ω̇ in `angular`
};

template <class T>
struct LegElementWork {
  std::vector<ElementMaps<T>> maps;
  HouseholderQr<T> rows;  // left side of the constraints rows · u = right · V_N, factored
  MatX<T> right;          // right side
  VecX<T> F, direction, rate, stacked;
  std::vector<std::pair<int, VecX<T>>> drives;  // for each actuator of the leg: its index, and its unit effort projected on u
};

template <class T>
struct ElementWorkspace {
  explicit ElementWorkspace(const Robot& robot);

  std::vector<std::vector<ElementMotion<T>>> states;  // for each leg: the states of its elements
  std::vector<LegElementWork<T>> legs;
  Eigen::Matrix<T, 3, Eigen::Dynamic> nacelle_point, nacelle_omega;
  MatX<T> A;      // of A Γ + b, on V_N
  MatX<T> drive;  // (Ψᵀ A)ᵀ
  VecX<T> b;      // of A Γ + b
  HouseholderQr<T> solver;
};

// Working memory of formulation V, docs/theory.md, section 5.
template <class T>
struct VirtualWorkWorkspace {
  explicit VirtualWorkWorkspace(const Robot& robot);

  std::vector<MatX<T>> G, K;  // q̇_i = G_i V_N, and q̇_i = K_i V_r
  MatX<T> body_jacobian;      // of one body, from V_r
};

// Working memory of formulation P, docs/theory.md, section 6.
template <class T>
struct PlatformLegsWorkspace {
  explicit PlatformLegsWorkspace(const Robot& robot);

  VecX<T> nacelle_force;                           // w_N on V_N; the legs' share is added
  std::vector<VecX<T>> leg_effort;                 // τ_i of the free legs
  std::vector<VecX<T>> leg_rows;                   // J_i⁺ᵀ τ_i: the same as wrenches along the tips' rows
  std::vector<std::vector<Wrench<T>>> leg_wrench;  // on each leg body, at the origin of its frame
  std::vector<Wrench<T>> nacelle_wrench;
  std::vector<MatX<T>> leg_mass;  // M_i
  MatX<T> nacelle_mass;           // M_N
  std::vector<MatX<T>> G, K;      // q̇_i = G_i V_N, and q̇_i = K_i V_r
  MatX<T> columns;                // of one leg body: its motion for each joint of the leg
  MatX<T> factor;                 // of M_rob
};

// Results of the formulations, and working memory of those that it is made for. Throws std::logic_error for a robot whose bodies or
// friction were changed otherwise than by `changed`.
template <class T>
struct DynamicsData {
  explicit DynamicsData(const Robot& robot, std::span<const Formulation> formulations = kFormulations);

  VecX<T> effort;          // τ, one for each actuator
  VecX<T> force;           // J_invᵀ τ: the force that must act on V_r
  VecX<T> acceleration;    // V̇_r, of the direct dynamics
  MatX<T> mass;            // M_rob, on V_r
  VecX<T> bias;            // c_rob, on V_r: velocity terms, gravity and friction minus external wrenches
  VecX<T> gravity;         // part of c_rob: the force that holds the robot at rest without external wrenches
  VecX<T> velocity_terms;  // part of c_rob: centrifugal and Coriolis terms, Ψ̇ V_r included

  std::optional<ElementWorkspace<T>> elements;
  std::optional<VirtualWorkWorkspace<T>> virtual_work;
  std::optional<PlatformLegsWorkspace<T>> platform_legs;
  std::optional<ComplementWorkspace<T>> complement;
  VecX<T> padded_effort;  // working memory, one entry for each actuator
};

// Whether data are those of a robot of such sizes.
template <class T>
bool fits(const Robot& robot, const DynamicsData<T>& data) {
  return data.effort.size() == static_cast<Eigen::Index>(robot.actuators.size()) && data.force.size() == robot.mobility.n;
}

}  // namespace gough
