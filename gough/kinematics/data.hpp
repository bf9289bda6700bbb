#pragma once

#include "gough/math/householder.hpp"
#include "gough/math/recorded.hpp"
#include "gough/math/status.hpp"
#include "gough/model/robot.hpp"

// Results of the kinematics of one state, allocated once for a robot. Each stage says which members it reads and which it fills; a later
// stage leaves the results of earlier ones as they are. Points and axes: docs/frames.md; equation numbers: docs/theory.md.
namespace gough {

template <class T>
struct LegData {
  // inverse_geometry
  std::vector<JointPosition<T>> q;
  std::vector<JointPosition<T>> followed;  // legs without a closed form: q when Newton last closed the leg
  std::vector<JointPosition<T>> latest;    // likewise: q when Newton last ended, closed or not
  std::vector<Placement<T>> body;          // world placement of the body behind each joint
  T reach = T(1);                          // smallest margin under a square root, relative; negative: out of reach
  // eliminate
  VecX<T> residual;    // gaps of the tips, one for each row of (2.1), with Qᵀ applied; 0 where the leg is closed
  HouseholderQr<T> J;  // J_i of (2.1), factored
  MatX<T> B;           // B_i of (2.1)
  MatX<T> G;           // G_i of (2.2), q̇_i = G_i V_N; below it, the rows Q2ᵀ B_i that the leg forbids
  // velocity
  VecX<T> dq;
  std::vector<Motion<T>> velocity;  // of each body, at its frame's origin
  // acceleration
  VecX<T> ddq;
  VecX<T> bias;                         // right side of J_i q̇_i = … or (3.1); the solution replaces it
  std::vector<Motion<T>> acceleration;  // of each body, at its frame's origin
  std::vector<Motion<T>> swing;         // the part of `acceleration` that is due to q̈
};

template <class T>
struct NacelleData {
  std::vector<Placement<T>> body;  // platform first
  std::vector<Motion<T>> velocity, acceleration;
};

template <class T>
struct KinematicsData {
  explicit KinematicsData(const Robot& robot);

  Pose<T> pose;
  Pose<T> followed;  // Pose at which LegData::followed was solved.
  Pose<T> latest;    // Pose at which LegData::latest was solved.
  NacelleData<T> nacelle;
  std::vector<LegData<T>> legs;
  // eliminate
  MatX<T> C;            // C V_N = 0: rows that the legs forbid, then those of the nacelle's loops
  HouseholderQr<T> Cd;  // columns of C of the dependent components, factored
  MatX<T> Cr;           // columns of C of the free components, with C_d⁺ applied
  MatX<T> Psi;          // V_N = Ψ V_r
  MatX<T> Jinv;         // q̇_a = J_inv V_r
  HouseholderQr<T> Jinv_qr;
  VecX<T> residual;  // of the constraints C: Q2ᵀ of the legs' residuals, then those of the nacelle's loops
  // velocity
  VecX<T> Vr, VN, dqa;
  // acceleration
  VecX<T> dVr, dVN, gamma, ddqa;  // V̇_N = Ψ V̇_r + γ
  VecX<T> constraint_bias;        // Ċ V_N
};

}  // namespace gough
