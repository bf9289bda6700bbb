#include "gough/kinematics/velocity.hpp"

#include <cassert>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/loop_motion.hpp"
#include "gough/kinematics/tip_row_rates.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/tree_motion.hpp"
#include "gough/math/products.hpp"

namespace gough {
namespace {

template <class T>
void nacelle_velocities(const Robot& robot, KinematicsData<T>& data) {
  data.nacelle.velocity[0] = {data.VN.template head<3>(), data.VN.template segment<3>(3)};
  tree_velocities(robot.nacelle, data.nacelle.body, data.VN, data.nacelle.velocity);
}

template <class T>
void nacelle_accelerations(const Robot& robot, KinematicsData<T>& data) {
  data.nacelle.acceleration[0] = {data.dVN.template head<3>(), data.dVN.template segment<3>(3)};
  tree_accelerations(robot.nacelle, data.nacelle.body, data.nacelle.velocity, data.VN, data.dVN, data.nacelle.acceleration);
}

template <class T>
void leg_accelerations(const Leg& leg, LegData<T>& d) {
  tree_accelerations(leg, d.body, d.velocity, d.dq, d.ddq, d.acceleration);
}

}  // namespace

template <class T>
void velocity(const Robot& robot, const VecX<T>& Vr, KinematicsData<T>& data) {
  assert(Vr.size() == robot.mobility.n);
  assert(fits(robot, data));
  data.Vr = Vr;
  multiply(data.Psi, data.Vr, data.VN);
  nacelle_velocities(robot, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    LegData<T>& d = data.legs[i];
    tip_rates(leg, data.nacelle, d, d.bias);
    solve_joints(leg, d, d.bias, d.dq);
    tree_velocities(leg, d.body, d.dq, d.velocity);
    loop_velocities(leg, d);
  }
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) data.dqa(a) = driven_rate(robot, data, robot.actuators[a]);
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
  tree_velocities(leg, d.body, d.ddq, d.acceleration_by_ddq);
  for (int j = 0; j < leg.freedoms(); ++j) {
    d.acceleration[j].linear += d.acceleration_by_ddq[j].linear;
    d.acceleration[j].angular += d.acceleration_by_ddq[j].angular;
  }
}

}  // namespace

template <class T>
void acceleration(const Robot& robot, const VecX<T>& dVr, KinematicsData<T>& data) {
  assert(dVr.size() == robot.mobility.n);
  assert(fits(robot, data));
  data.dVr = dVr;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    data.legs[i].ddq.setZero();
    leg_accelerations(robot.legs[i], data.legs[i]);
  }
  find_gamma(robot, data);
  multiply(data.Psi, data.dVr, data.dVN);
  data.dVN += data.gamma;
  nacelle_accelerations(robot, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    LegData<T>& d = data.legs[i];
    tip_bias(robot.legs[i], data.nacelle, d);
    solve_joints(robot.legs[i], d, d.bias, d.ddq);
    add_joint_accelerations(robot.legs[i], d);
  }
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) data.ddqa(a) = driven_acceleration(robot, data, robot.actuators[a]);
}

template void velocity(const Robot&, const VecX<double>&, KinematicsData<double>&);
template void velocity(const Robot&, const VecX<Recorded>&, KinematicsData<Recorded>&);
template void acceleration(const Robot&, const VecX<double>&, KinematicsData<double>&);
template void acceleration(const Robot&, const VecX<Recorded>&, KinematicsData<Recorded>&);

}  // namespace gough
