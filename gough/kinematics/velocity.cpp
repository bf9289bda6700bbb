#include "gough/kinematics/velocity.hpp"

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_row_rates.hpp"
#include "gough/kinematics/tip_rows.hpp"

namespace gough {
namespace {

// Outward pass over a tree of joints: velocity of each body from its parent's.
template <class T>
Motion<T> child_velocity(const Joint& joint, const Placement<T>& body, const Vec3<T>& parent_p, const Motion<T>& parent, const T& rate) {
  const Vec3<T> z = body.R.col(2);
  Motion<T> out;
  out.angular = parent.angular + T(joint.turns()) * rate * z;
  out.linear = parent.linear + parent.angular.cross(body.p - parent_p) + T(joint.slides()) * rate * z;
  return out;
}

// The same for accelerations: classical (material) acceleration of the body's origin.
template <class T>
Motion<T> child_acceleration(const Joint& joint, const Placement<T>& body, const Vec3<T>& parent_p, const Motion<T>& parent_velocity,
                             const Motion<T>& parent, const T& rate, const T& second) {
  const Vec3<T> z = body.R.col(2), arm = body.p - parent_p, wz = parent_velocity.angular.cross(z);
  const T turns = T(joint.turns()), slides = T(joint.slides());
  Motion<T> out;
  out.angular = parent.angular + turns * (second * z + rate * wz);
  out.linear = parent.linear + parent.angular.cross(arm) + parent_velocity.angular.cross(parent_velocity.angular.cross(arm)) +
               slides * (second * z + T(2) * rate * wz);
  return out;
}

template <class T>
void leg_accelerations(const Leg& leg, LegData<T>& d, const VecX<T>& second) {
  static const Motion<T> rest;
  for (int j = 0; j < leg.freedoms(); ++j) {
    const int parent = leg.joints[j].parent;
    const Vec3<T> p = parent < 0 ? Vec3<T>(Vec3<T>::Zero()) : d.body[parent].p;
    d.acceleration[j] = child_acceleration<T>(leg.joints[j], d.body[j], p, parent < 0 ? rest : d.velocity[parent],
                                              parent < 0 ? rest : d.acceleration[parent], d.dq(j), second(j));
  }
}

template <class T>
void nacelle_velocities(const Robot& robot, KinematicsData<T>& data) {
  NacelleData<T>& d = data.nacelle;
  d.velocity[0] = {data.VN.template head<3>(), data.VN.template segment<3>(3)};
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const int parent = robot.nacelle.joints[k].parent;
    d.velocity[k + 1] = child_velocity<T>(robot.nacelle.joints[k], d.body[k + 1], d.body[parent].p, d.velocity[parent], data.VN(6 + k));
  }
}

template <class T>
void nacelle_accelerations(const Robot& robot, KinematicsData<T>& data) {
  NacelleData<T>& d = data.nacelle;
  d.acceleration[0] = {data.dVN.template head<3>(), data.dVN.template segment<3>(3)};
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const int parent = robot.nacelle.joints[k].parent;
    d.acceleration[k + 1] = child_acceleration<T>(robot.nacelle.joints[k], d.body[k + 1], d.body[parent].p, d.velocity[parent],
                                                  d.acceleration[parent], data.VN(6 + k), data.dVN(6 + k));
  }
}

// out = A x, by hand so that nothing is allocated.
template <class T, class Matrix, class In, class Out>
void multiply(const Matrix& A, const In& x, Out& out) {
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    T sum = T(0);
    for (Eigen::Index k = 0; k < A.cols(); ++k) sum += A(i, k) * x(k);
    out(i) = sum;
  }
}

}  // namespace

template <class T>
void velocity(const Robot& robot, const VecX<T>& Vr, KinematicsData<T>& data) {
  data.Vr = Vr;
  multiply<T>(data.Psi, data.Vr, data.VN);
  nacelle_velocities(robot, data);
  static const Motion<T> rest;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    LegData<T>& d = data.legs[i];
    tip_rates(leg, data.nacelle, d, d.bias);
    solve_joints(leg, d, d.bias, d.dq);
    for (int j = 0; j < leg.freedoms(); ++j) {
      const int parent = leg.joints[j].parent;
      const Vec3<T> p = parent < 0 ? Vec3<T>(Vec3<T>::Zero()) : d.body[parent].p;
      d.velocity[j] = child_velocity<T>(leg.joints[j], d.body[j], p, parent < 0 ? rest : d.velocity[parent], d.dq(j));
    }
  }
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) data.dqa(a) = data.legs[robot.actuators[a].leg].dq(robot.actuators[a].joint);
}

namespace {

// γ = Ψ̇ V_r, where Ψ varies: C_d γ_d = −Ċ V_N, S γ = 0 (2.3). Reads the legs' accelerations with q̈ = 0; leaves those of the nacelle at
// V̇_N = 0.
template <class T>
void find_gamma(const Robot& robot, KinematicsData<T>& data) {
  data.gamma.setZero();
  const int nd = static_cast<int>(robot.mobility.dependent.size());
  if (nd == 0 || robot.mobility.constant) return;
  data.dVN.setZero();
  nacelle_accelerations(robot, data);
  int row = 0;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const int count = robot.legs[i].constraints();
    if (count == 0) continue;
    LegData<T>& d = data.legs[i];
    tip_bias(robot.legs[i], data.nacelle, d);
    apply_qt(d.J, d.bias);
    data.constraint_bias.segment(row, count) = d.bias.tail(count);
    row += count;
  }
  loop_bias(robot, data.nacelle, data.constraint_bias, row);
  apply_qt(data.Cd, data.constraint_bias);
  auto head = data.constraint_bias.head(nd);
  solve_r(data.Cd, head);
  for (int k = 0; k < nd; ++k) data.gamma(robot.mobility.dependent[k]) = -head(k);
}

// What the joints' accelerations add to those found with q̈ = 0.
template <class T>
void add_joint_accelerations(const Leg& leg, LegData<T>& d) {
  static const Motion<T> rest;
  for (int j = 0; j < leg.freedoms(); ++j) {
    const int parent = leg.joints[j].parent;
    const Vec3<T> p = parent < 0 ? Vec3<T>(Vec3<T>::Zero()) : d.body[parent].p;
    d.swing[j] = child_velocity<T>(leg.joints[j], d.body[j], p, parent < 0 ? rest : d.swing[parent], d.ddq(j));
    d.acceleration[j].linear += d.swing[j].linear;
    d.acceleration[j].angular += d.swing[j].angular;
  }
}

}  // namespace

template <class T>
void acceleration(const Robot& robot, const VecX<T>& dVr, KinematicsData<T>& data) {
  data.dVr = dVr;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    data.legs[i].ddq.setZero();
    leg_accelerations(robot.legs[i], data.legs[i], data.legs[i].ddq);
  }
  find_gamma(robot, data);
  multiply<T>(data.Psi, data.dVr, data.dVN);
  data.dVN += data.gamma;
  nacelle_accelerations(robot, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    LegData<T>& d = data.legs[i];
    tip_bias(robot.legs[i], data.nacelle, d);
    solve_joints(robot.legs[i], d, d.bias, d.ddq);
    add_joint_accelerations(robot.legs[i], d);
  }
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) data.ddqa(a) = data.legs[robot.actuators[a].leg].ddq(robot.actuators[a].joint);
}

template void velocity(const Robot&, const VecX<double>&, KinematicsData<double>&);
template void velocity(const Robot&, const VecX<Recorded>&, KinematicsData<Recorded>&);
template void acceleration(const Robot&, const VecX<double>&, KinematicsData<double>&);
template void acceleration(const Robot&, const VecX<Recorded>&, KinematicsData<Recorded>&);

}  // namespace gough
