#include "gough/kinematics/reference_motion.hpp"

#include <cassert>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/tip_row_rates.hpp"
#include "gough/kinematics/tree_motion.hpp"
#include "gough/kinematics/velocity.hpp"

namespace gough {
namespace {

// Outward pass: time derivative of the reference velocities V_r of a tree that itself moves by V. ω_r = ω_r,parent + q̇_r z and
// v_r = v_r,parent + ω_r,parent × arm + ḋ_r z, while z and the arm move with the robot.
template <class T>
void reference_accelerations(const JointTree& tree, const TreeData<T>& moving, const VecX<T>& rates, const VecX<T>& reference_rates,
                             const VecX<T>& seconds, TreeData<T>& d) {
  const Motion<T> rest;
  for (int b = tree.first_body(); b < tree.bodies(); ++b) {
    const Joint& joint = tree.joint(b);
    const int parent = joint.parent, column = tree.column(b);
    const auto of = [&](const std::vector<Motion<T>>& motions) -> const Motion<T>& { return parent < 0 ? rest : motions[parent]; };
    const Motion<T>&V = of(moving.velocity), &Vr = of(d.velocity), &A = of(d.acceleration);
    const Vec3<T> z = d.body[b].R.col(2), arm = parent < 0 ? d.body[b].p : Vec3<T>(d.body[b].p - d.body[parent].p);
    const Vec3<T> along = seconds(column) * z + reference_rates(column) * V.angular.cross(z);
    Vec3<T> darm = V.angular.cross(arm);
    if (!joint.revolute) darm += rates(column) * z;
    d.acceleration[b] = {A.linear + A.angular.cross(arm) + Vr.angular.cross(darm), A.angular};
    (joint.revolute ? d.acceleration[b].angular : d.acceleration[b].linear) += along;
    if (joint.helical()) d.acceleration[b].angular += T(joint.screw) * along;
  }
}

int loop_rows(const Robot& robot) {
  int count = 0;
  for (const TreeLoop& loop : robot.nacelle.loops) count += rows(loop.kind);
  return count;
}

}  // namespace

template <class T>
ReferenceMotion<T>::ReferenceMotion(const Robot& robot) : data(robot) {
  const int nv = robot.nacelle.freedoms();
  for (const Leg& leg : robot.legs) {
    dJ_.push_back(MatX<T>::Zero(leg.rows, leg.freedoms()));
    dB_.push_back(MatX<T>::Zero(leg.rows, nv));
    G_.push_back(MatX<T>::Zero(leg.rows, nv));
  }
  dloops_.setZero(loop_rows(robot), nv);
}

// leg.bias ← Qᵀ (Ḃ V_N − J̇ q̇), V_N and q̇ of the reference: above, what q̈ gets for V̇_N = 0; below, Ċ V_N.
template <class T>
void ReferenceMotion<T>::leg_bias(std::size_t index) {
  LegData<T>& d = data.legs[index];
  d.bias = dB_[index].lazyProduct(data.VN);
  d.bias -= dJ_[index].lazyProduct(d.dq);
  apply_qt(d.J, d.bias);
}

// γ = Ψ̇ V_ref: C_d γ_d = −Ċ V_N.
template <class T>
void ReferenceMotion<T>::find_gamma(const Robot& robot) {
  data.gamma.setZero();
  const int nd = static_cast<int>(robot.mobility.dependent.size());
  if (nd == 0 || robot.mobility.constant) return;
  int row = 0;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const int count = robot.legs[i].constraints();
    data.constraint_bias.segment(row, count) = data.legs[i].bias.tail(count);
    row += count;
  }
  if (dloops_.rows() > 0) data.constraint_bias.tail(dloops_.rows()) = dloops_.lazyProduct(data.VN);
  apply_qt(data.Cd, data.constraint_bias);
  auto head = data.constraint_bias.head(nd);
  solve_r(data.Cd, head);
  for (int k = 0; k < nd; ++k) data.gamma(robot.mobility.dependent[k]) = -head(k);
}

template <class T>
void ReferenceMotion<T>::operator()(const Robot& robot, const KinematicsData<T>& moving, const VecX<T>& V, const VecX<T>& dV) {
  assert(fits(robot, moving));
  assert(V.size() == robot.mobility.n && dV.size() == robot.mobility.n);
  data = moving;
  velocity(robot, V, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    tip_jacobian_rates(robot, robot.legs[i], moving.nacelle, moving.legs[i], dJ_[i], dB_[i]);
    leg_bias(i);
  }
  if (dloops_.rows() > 0) loop_jacobian_rates(robot, moving.nacelle, dloops_, 0);
  find_gamma(robot);
  data.dVr = dV;
  data.dVN = data.Psi.lazyProduct(dV);
  data.dVN += data.gamma;
  data.nacelle.acceleration[0] = {data.dVN.template head<3>(), data.dVN.template segment<3>(3)};
  reference_accelerations(robot.nacelle, moving.nacelle, moving.VN, data.VN, data.dVN, data.nacelle);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    LegData<T>& d = data.legs[i];
    auto joints = d.bias.head(leg.freedoms());
    solve_r(d.J, joints);
    reverse_rows(joints);
    joint_map(robot, static_cast<int>(i), data, G_[i]);
    d.ddq = G_[i].topRows(leg.freedoms()).lazyProduct(data.dVN);
    d.ddq += joints;
    reference_accelerations<T>(leg, moving.legs[i], moving.legs[i].dq, d.dq, d.ddq, d);
  }
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) data.ddqa(a) = driven_acceleration(robot, data, robot.actuators[a]);
}

template class ReferenceMotion<double>;
template class ReferenceMotion<Recorded>;

}  // namespace gough
