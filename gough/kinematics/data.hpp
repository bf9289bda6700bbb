#pragma once

#include "gough/math/householder.hpp"
#include "gough/math/spatial.hpp"
#include "gough/math/status.hpp"
#include "gough/model/robot.hpp"
#include "gough/record/recorded.hpp"

// Results of the kinematics of one state, allocated once for a robot. Each stage says which members it reads and which it fills; a later
// stage leaves the results of earlier ones as they are. Points and axes: docs/frames.md; equation numbers: docs/theory.md.
namespace gough {

// Bodies of a tree of joints: where they are and how they move, at the origins of their frames. A platform under the tree comes first.
template <class T>
struct TreeData {
  std::vector<Placement<T>> body;
  std::vector<Motion<T>> velocity, acceleration;
};

// A loop inside a leg: the bodies of `LegLoop::chains`, and its joints' rates.
template <class T>
struct LoopData : TreeData<T> {
  VecX<T> rates, none;  // `none` is zero
};

template <class T>
struct LegData : TreeData<T> {
  std::vector<LoopData<T>> loops;

  // inverse_geometry
  std::vector<JointPosition<T>> q;
  std::vector<JointPosition<T>> followed;  // legs without a closed form: q when Newton last closed the leg
  std::vector<JointPosition<T>> latest;    // likewise: q when Newton last ended, closed or not
  T reach = T(1);                          // smallest margin under a square root, relative; negative: out of reach
  // eliminate
  VecX<T> residual;    // gaps of tips and loops, one for each row of (2.1), with Qᵀ applied; 0 where the leg is closed
  HouseholderQr<T> J;  // J_i of (2.1), factored
  MatX<T> B;  // Qᵀ B_i of (2.1), whose last rows the leg forbids, where it constrains the platform; B_i while Newton closes a leg
  // velocity
  VecX<T> dq;
  // acceleration
  VecX<T> ddq;
  VecX<T> bias;                                // right side of J_i q̇_i = … or (3.1); the solution replaces it
  std::vector<Motion<T>> acceleration_by_ddq;  // the part of `acceleration` that is due to q̈
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
  int eliminations = 0;  // calls so far
  MatX<T> C;             // C V_N = 0: rows that the legs forbid, then those of the nacelle's loops
  HouseholderQr<T> Cd;   // columns of C of the dependent components, factored
  MatX<T> Cr;            // columns of C of the free components, with C_d⁺ applied
  MatX<T> Psi;           // V_N = Ψ V_r
  MatX<T> Jinv;          // q̇_a = J_inv V_r
  HouseholderQr<T> Jinv_qr;
  HouseholderQr<T> Jinv_metres;  // likewise, rows of actuators that turn in metres, where others slide; else empty
  VecX<T> residual;              // of the constraints C: Q2ᵀ of the legs' residuals, then those of the nacelle's loops
  // velocity
  VecX<T> Vr, VN, dqa;
  // acceleration
  VecX<T> dVr, dVN, gamma, ddqa;  // V̇_N = Ψ V̇_r + γ
  VecX<T> constraint_bias;        // Ċ V_N
};

// Position, rate and acceleration of the joint that an actuator drives.
template <class T>
const JointPosition<T>& driven_position(const KinematicsData<T>& data, const Actuator& a) {
  return a.leg < 0 ? data.pose.z[a.joint] : data.legs[a.leg].q[a.joint];
}
template <class T>
const T& driven_rate(const Robot& robot, const KinematicsData<T>& data, const Actuator& a) {
  return a.leg < 0 ? data.VN(robot.nacelle.column(a.joint + 1)) : data.legs[a.leg].dq(a.joint);
}
template <class T>
const T& driven_acceleration(const Robot& robot, const KinematicsData<T>& data, const Actuator& a) {
  return a.leg < 0 ? data.dVN(robot.nacelle.column(a.joint + 1)) : data.legs[a.leg].ddq(a.joint);
}

// Whether data are those of a robot of such sizes: what entries that take them assert.
template <class T>
bool fits(const Leg& leg, const LegData<T>& data) {
  const auto freedoms = static_cast<std::size_t>(leg.freedoms());
  return data.q.size() == freedoms && data.body.size() == freedoms && data.residual.size() == leg.rows;
}

template <class T>
bool fits(const Nacelle& nacelle, const NacelleData<T>& data) {
  return static_cast<int>(data.body.size()) == nacelle.bodies();
}

template <class T>
bool fits(const Robot& robot, const KinematicsData<T>& data) {
  bool out = data.legs.size() == robot.legs.size() && fits(robot.nacelle, data.nacelle);
  for (std::size_t i = 0; out && i < robot.legs.size(); ++i) out = fits(robot.legs[i], data.legs[i]);
  return out && data.dqa.size() == static_cast<Eigen::Index>(robot.actuators.size());
}

}  // namespace gough
