#pragma once

#include "gough/math/householder.hpp"
#include "gough/math/recorded.hpp"
#include "gough/math/spatial.hpp"
#include "gough/math/status.hpp"
#include "gough/model/robot.hpp"

// Everything that the kinematics of one state fills, allocated once for a robot. Each stage says
// which members it reads and fills; later stages keep what earlier ones wrote.
namespace gough {

// Bodies of a tree of joints: where they are and how they move, at the origins of their frames. A platform under the tree comes first.
template <class T>
struct TreeData {
  std::vector<Placement<T>> body;
  std::vector<Motion<T>> velocity, acceleration;
};

template <class T>
struct LegData : TreeData<T> {
  // inverse_geometry
  std::vector<JointPosition<T>> q;
  std::vector<JointPosition<T>> followed;  // q where the leg was last closed by Newton: it continues from there,
  std::vector<JointPosition<T>> latest;    // or from where Newton last left it, closed or as near as it came
  T reach = T(1);                          // smallest margin under a square root, relative; negative: out of reach
  // eliminate
  VecX<T> residual;    // of the tips, rows of (2.1): 0 where the leg is closed
  HouseholderQr<T> J;  // (2.1), factored
  MatX<T> B;           // (2.1)
  MatX<T> G;           // (2.2), joint rates from V_N; below them, the rows Q2ᵀB that the leg forbids
  // velocity
  VecX<T> dq;
  // acceleration
  VecX<T> ddq;
  VecX<T> bias;                         // right sides of J_i, then what solves them
  std::vector<Motion<T>> acceleration_by_ddq;  // the part of the bodies' accelerations that q̈ makes
};

template <class T>
using NacelleData = TreeData<T>;

template <class T>
struct KinematicsData {
  explicit KinematicsData(const Robot& robot);

  Pose<T> pose;
  Pose<T> followed;  // Pose at which LegData::followed was solved.
  Pose<T> latest;    // Pose at which LegData::latest was solved.
  NacelleData<T> nacelle;
  std::vector<LegData<T>> legs;
  // eliminate
  MatX<T> C;            // rows that the legs and the nacelle's loops forbid
  HouseholderQr<T> Cd;  // its dependent columns, factored
  MatX<T> Cr;           // its free columns with C_d⁺ applied
  MatX<T> Psi;          // V_N = Ψ V_r
  MatX<T> Jinv;         // q̇_a = J_inv V_r
  HouseholderQr<T> Jinv_qr;
  VecX<T> residual;  // of the constraints: Qᵀ2 of the legs' residuals, and the loops'
  // velocity
  VecX<T> Vr, VN, dqa;
  // acceleration
  VecX<T> dVr, dVN, gamma, ddqa;  // V̇_N = Ψ V̇_r + γ
  VecX<T> constraint_bias;        // Ċ V_N, row by row
};

}  // namespace gough
