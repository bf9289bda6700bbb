#include "gough/kinematics/reference_motion.hpp"

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/velocity.hpp"

namespace gough {
namespace {

// Time derivative of a child's reference velocity, ω_r = ω_r,parent + q̇_r z and v_r = v_r,parent + ω_r,parent × arm + ḋ_r z, while z and
// the arm move with the robot itself.
Motion<double> child_acceleration(const Joint& joint, const Placement<double>& body, const Vec3<double>& parent_p,
                                  const Motion<double>& parent_velocity, const Motion<double>& parent_reference,
                                  const Motion<double>& parent_acceleration, double rate, double reference_rate, double second) {
  const Vec3<double> z = body.R.col(2), arm = body.p - parent_p, dz = parent_velocity.angular.cross(z);
  const Vec3<double> darm = parent_velocity.angular.cross(arm) + joint.slides() * rate * z;
  const Vec3<double> along = second * z + reference_rate * dz;
  Motion<double> out;
  out.angular = parent_acceleration.angular + joint.turns() * along;
  out.linear =
      parent_acceleration.linear + parent_acceleration.angular.cross(arm) + parent_reference.angular.cross(darm) + joint.slides() * along;
  return out;
}

int loop_rows(const Robot& robot) {
  int count = 0;
  for (const NacelleLoop& loop : robot.nacelle.loops) count += rows(loop.kind);
  return count;
}

}  // namespace

ReferenceMotion::ReferenceMotion(const Robot& robot) : data(robot) {
  const int nv = robot.nacelle.freedoms();
  for (const Leg& leg : robot.legs) {
    dJ_.push_back(MatX<double>::Zero(leg.rows, leg.freedoms()));
    dB_.push_back(MatX<double>::Zero(leg.rows, nv));
  }
  dloops_.setZero(loop_rows(robot), nv);
}

// leg.bias ← Qᵀ (Ḃ V_N − J̇ q̇), V_N and q̇ of the reference: above, what q̈ gets for V̇_N = 0; below, Ċ V_N.
void ReferenceMotion::leg_bias(std::size_t index) {
  LegData<double>& d = data.legs[index];
  d.bias.noalias() = dB_[index] * data.VN;
  d.bias.noalias() -= dJ_[index] * d.dq;
  apply_qt(d.J, d.bias);
}

// γ = Ψ̇ V_ref: C_d γ_d = −Ċ V_N.
void ReferenceMotion::find_gamma(const Robot& robot) {
  data.gamma.setZero();
  const int nd = static_cast<int>(robot.mobility.dependent.size());
  if (nd == 0 || robot.mobility.constant) return;
  int row = 0;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const int count = robot.legs[i].constraints();
    data.constraint_bias.segment(row, count) = data.legs[i].bias.tail(count);
    row += count;
  }
  if (dloops_.rows() > 0) data.constraint_bias.tail(dloops_.rows()).noalias() = dloops_ * data.VN;
  apply_qt(data.Cd, data.constraint_bias);
  auto head = data.constraint_bias.head(nd);
  solve_r(data.Cd, head);
  for (int k = 0; k < nd; ++k) data.gamma(robot.mobility.dependent[k]) = -head(k);
}

void ReferenceMotion::leg_accelerations(const Leg& leg, const LegData<double>& moving, LegData<double>& d) {
  static const Motion<double> rest;
  for (int j = 0; j < leg.freedoms(); ++j) {
    const int parent = leg.joints[j].parent;
    const Vec3<double> p = parent < 0 ? Vec3<double>(Vec3<double>::Zero()) : d.body[parent].p;
    const auto of = [&](const std::vector<Motion<double>>& motions) -> const Motion<double>& {
      return parent < 0 ? rest : motions[parent];
    };
    d.acceleration[j] = child_acceleration(leg.joints[j], d.body[j], p, of(moving.velocity), of(d.velocity), of(d.acceleration),
                                           moving.dq(j), d.dq(j), d.ddq(j));
  }
}

void ReferenceMotion::nacelle_accelerations(const Robot& robot, const KinematicsData<double>& moving) {
  NacelleData<double>& d = data.nacelle;
  d.acceleration[0] = {data.dVN.head<3>(), data.dVN.segment<3>(3)};
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) {
    const int parent = robot.nacelle.joints[k].parent;
    d.acceleration[k + 1] =
        child_acceleration(robot.nacelle.joints[k], d.body[k + 1], d.body[parent].p, moving.nacelle.velocity[parent], d.velocity[parent],
                           d.acceleration[parent], moving.VN(6 + k), data.VN(6 + k), data.dVN(6 + k));
  }
}

void ReferenceMotion::operator()(const Robot& robot, const KinematicsData<double>& moving, const VecX<double>& V, const VecX<double>& dV) {
  data = moving;
  velocity(robot, V, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    tip_jacobian_rates(robot, robot.legs[i], moving.nacelle, moving.legs[i], dJ_[i], dB_[i]);
    leg_bias(i);
  }
  if (dloops_.rows() > 0) loop_jacobian_rates(robot, moving.nacelle, dloops_, 0);
  find_gamma(robot);
  data.dVr = dV;
  data.dVN.noalias() = data.Psi * dV;
  data.dVN += data.gamma;
  nacelle_accelerations(robot, moving);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    LegData<double>& d = data.legs[i];
    auto joints = d.bias.head(leg.freedoms());
    solve_r(d.J, joints);
    reverse_rows(joints);
    d.ddq.noalias() = d.G.topRows(leg.freedoms()) * data.dVN;
    d.ddq += joints;
    leg_accelerations(leg, moving.legs[i], d);
  }
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) data.ddqa(a) = data.legs[robot.actuators[a].leg].ddq(robot.actuators[a].joint);
}

}  // namespace gough
