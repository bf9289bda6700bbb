#include "gough/kinematics/reference_motion.hpp"

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/tip_row_rates.hpp"
#include "gough/kinematics/velocity.hpp"

namespace gough {
namespace {

// Time derivative of a child's reference velocity, ω_r = ω_r,parent + q̇_r z and v_r = v_r,parent + ω_r,parent × arm + ḋ_r z, while z and
// the arm move with the robot itself.
template <class T>
Motion<T> child_acceleration(const Joint& joint, const Placement<T>& body, const Vec3<T>& parent_p, const Motion<T>& parent_velocity,
                             const Motion<T>& parent_reference, const Motion<T>& parent_acceleration, const T& rate,
                             const T& reference_rate, const T& second) {
  const Vec3<T> z = body.R.col(2), arm = body.p - parent_p, dz = parent_velocity.angular.cross(z);
  const Vec3<T> darm = parent_velocity.angular.cross(arm) + (T(joint.slides()) * rate) * z;
  const Vec3<T> along = second * z + reference_rate * dz;
  Motion<T> out;
  out.angular = parent_acceleration.angular + T(joint.turns()) * along;
  out.linear = parent_acceleration.linear + parent_acceleration.angular.cross(arm) + parent_reference.angular.cross(darm) +
               T(joint.slides()) * along;
  return out;
}

int loop_rows(const Robot& robot) {
  int count = 0;
  for (const NacelleLoop& loop : robot.nacelle.loops) count += rows(loop.kind);
  return count;
}

}  // namespace

template <class T>
ReferenceMotion<T>::ReferenceMotion(const Robot& robot) : data(robot) {
  const int nv = robot.nacelle.freedoms();
  for (const Leg& leg : robot.legs) {
    dJ_.push_back(MatX<T>::Zero(leg.rows, leg.freedoms()));
    dB_.push_back(MatX<T>::Zero(leg.rows, nv));
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
void ReferenceMotion<T>::leg_accelerations(const Leg& leg, const LegData<T>& moving, LegData<T>& d) {
  const Motion<T> rest;
  for (int j = 0; j < leg.freedoms(); ++j) {
    const int parent = leg.joints[j].parent;
    const Vec3<T> p = parent < 0 ? Vec3<T>(Vec3<T>::Zero()) : d.body[parent].p;
    const auto of = [&](const std::vector<Motion<T>>& motions) -> const Motion<T>& { return parent < 0 ? rest : motions[parent]; };
    d.acceleration[j] = child_acceleration(leg.joints[j], d.body[j], p, of(moving.velocity), of(d.velocity), of(d.acceleration),
                                           moving.dq(j), d.dq(j), d.ddq(j));
  }
}

template <class T>
void ReferenceMotion<T>::nacelle_accelerations(const Robot& robot, const KinematicsData<T>& moving) {
  NacelleData<T>& d = data.nacelle;
  d.acceleration[0] = {data.dVN.template head<3>(), data.dVN.template segment<3>(3)};
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const int parent = robot.nacelle.joints[k].parent;
    d.acceleration[k + 1] =
        child_acceleration(robot.nacelle.joints[k], d.body[k + 1], d.body[parent].p, moving.nacelle.velocity[parent], d.velocity[parent],
                           d.acceleration[parent], moving.VN(6 + k), data.VN(6 + k), data.dVN(6 + k));
  }
}

template <class T>
void ReferenceMotion<T>::operator()(const Robot& robot, const KinematicsData<T>& moving, const VecX<T>& V, const VecX<T>& dV) {
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
  nacelle_accelerations(robot, moving);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    LegData<T>& d = data.legs[i];
    auto joints = d.bias.head(leg.freedoms());
    solve_r(d.J, joints);
    reverse_rows(joints);
    d.ddq = d.G.topRows(leg.freedoms()).lazyProduct(data.dVN);
    d.ddq += joints;
    leg_accelerations(leg, moving.legs[i], d);
  }
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) data.ddqa(a) = data.legs[robot.actuators[a].leg].ddq(robot.actuators[a].joint);
}

template class ReferenceMotion<double>;
template class ReferenceMotion<Recorded>;

}  // namespace gough
