#include "gough/trajectory/manifold_motion.hpp"

#include <Eigen/LU>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/rotation.hpp"
#include "gough/math/rotation_jacobian.hpp"

namespace gough {
namespace {

bool rotation(int component) { return component >= 3 && component < 6; }

bool linear(const Robot& robot, int component) {
  return component < 3 || (component >= 6 && !robot.nacelle.joints[component - 6].revolute);
}

int free_rotations(const Robot& robot) {
  int count = 0;
  for (const FreeComponent& c : robot.mobility.free) count += rotation(c.index);
  return count;
}

JointPosition<double> joint_at(const Joint& joint, const JointPosition<double>& home, double z) {
  if (!joint.revolute) return prismatic_position(home.d + z);
  const JointPosition<double> turn = revolute_position(z);
  return {home.c * turn.c - home.s * turn.s, home.s * turn.c + home.c * turn.s, 0.0};
}

void set_pose(const Robot& robot, const NacelleMotion& motion, Pose<double>& pose) {
  pose.p = motion.p;
  pose.R = motion.R;
  for (std::size_t k = 0; k < robot.nacelle.joints.size(); ++k) pose.z[k] = joint_at(robot.nacelle.joints[k], robot.home.z[k], motion.z[k]);
}

// Component of V_N and of its rate.
double rate(const NacelleMotion& m, int c) { return c < 3 ? m.v(c) : c < 6 ? m.w(c - 3) : m.dz[c - 6]; }
double second(const NacelleMotion& m, int c) { return c < 3 ? m.a(c) : c < 6 ? m.dw(c - 3) : m.ddz[c - 6]; }

// Where some but not all rotations are free: the pose's rotation vector φ from home has the curve's free components, and
//   ω = J_l(φ) φ̇ = Ψ_ω V_r ,
// three equations for the free rotations' rates in V_r and the dependent components of φ̇; and the same matrix for their rates.
class PartlyFreeRotation {
 public:
  PartlyFreeRotation(const Robot& robot, const NacelleMotion& motion, const Mat3<double>& R, const MatX<double>& Psi)
      : robot_(robot), Psi_(Psi), phi_(rotation_vector(R * robot.home.R.transpose())), J_(left_jacobian(phi_)) {
    const VectorRates curve = vector_rates(rotation_vector(motion.R * robot.home.R.transpose()), motion.w, motion.dw);
    int column = 0;
    for (int k = 0; k < robot.mobility.n; ++k)
      if (const int c = robot.mobility.free[k].index; rotation(c)) {
        free_[count_++] = k, A_.col(column++) = Psi.block<3, 1>(3, k);
        dphi_(c - 3) = curve.dc(c - 3);
        ddphi_(c - 3) = curve.ddc(c - 3);
      }
    for (int d : robot.mobility.dependent)
      if (rotation(d)) dependent_[column - count_] = d - 3, A_.col(column++) = -J_.col(d - 3);
    solver_.compute(A_);
  }

  // Completes V_r, of which the other components are known.
  void velocity(VecX<double>& Vr) {
    const Vec3<double> x = solve(J_ * dphi_, Vr);
    for (int k = count_; k < 3; ++k) dphi_(dependent_[k - count_]) = x(k);
  }

  // The same for V̇_r, with γ = Ψ̇ V_r.
  void acceleration(const Vec3<double>& gamma, VecX<double>& dVr) const {
    solve(J_ * ddphi_ + left_jacobian_rate(phi_, dphi_) * dphi_ - gamma, dVr);
  }

 private:
  const Robot& robot_;
  const MatX<double>& Psi_;
  Vec3<double> phi_, dphi_ = Vec3<double>::Zero(), ddphi_ = Vec3<double>::Zero();
  Mat3<double> J_, A_;
  int count_ = 0, free_[3] = {}, dependent_[3] = {};
  Eigen::PartialPivLU<Mat3<double>> solver_;

  Vec3<double> solve(Vec3<double> right, VecX<double>& rates) const {
    for (int k = 0; k < robot_.mobility.n; ++k)
      if (!rotation(robot_.mobility.free[k].index)) right -= Psi_.block<3, 1>(3, k) * rates(k);
    const Vec3<double> x = solver_.solve(right);
    for (int k = 0; k < count_; ++k) rates(free_[k]) = x(k);
    return x;
  }
};

}  // namespace

bool dependent_in_closed_form(const Robot& robot) {
  const Mobility& m = robot.mobility;
  if (m.dependent.empty()) return true;
  const int free = free_rotations(robot);
  if (!m.constant || free == 2) return false;
  // an angle is known up to whole turns: enough for a revolute, not for a length; three rotations have no angles
  for (int d : m.dependent)
    for (int k = 0; k < m.n; ++k)
      if (m.free[k].angular && m.Psi(d, k) != 0.0 && (linear(robot, d) || free == 3)) return false;
  return true;
}

void closed_form_motion(const Robot& robot, const NacelleMotion& motion, Reference& out) {
  const Mobility& m = robot.mobility;
  set_pose(robot, motion, out.pose);
  for (int k = 0; k < m.n; ++k) {
    out.Vr(k) = rate(motion, m.free[k].index);
    out.dVr(k) = second(motion, m.free[k].index);
  }
  if (m.dependent.empty()) return;
  const Vec3<double> turn = rotation_vector(motion.R * robot.home.R.transpose());
  if (free_rotations(robot) == 0) out.pose.R = robot.home.R;
  for (int d : m.dependent) {
    double c = 0.0;  // its coordinate, from home
    for (int k = 0; k < m.n; ++k) {
      const int f = m.free[k].index;
      c += m.Psi(d, k) * (f < 3 ? motion.p(f) - robot.home.p(f) : f < 6 ? turn(f - 3) : motion.z[f - 6]);
    }
    if (d < 3) out.pose.p(d) = robot.home.p(d) + c;
    else if (d >= 6) out.pose.z[d - 6] = joint_at(robot.nacelle.joints[d - 6], robot.home.z[d - 6], c);
  }
}

Outcome projected_motion(const Robot& robot, const NacelleMotion& motion, KinematicsData<double>& data, Reference& out) {
  const Mobility& m = robot.mobility;
  const int free = free_rotations(robot);
  set_pose(robot, motion, out.pose);
  const Outcome outcome = project(robot, out.pose, data);
  if (!outcome.answered() && outcome.status != Status::type2_singular) return outcome;
  for (int k = 0; k < m.n; ++k) {
    out.Vr(k) = rate(motion, m.free[k].index);
    out.dVr(k) = second(motion, m.free[k].index);
  }
  if (free == 0 || free == 3) {
    velocity(robot, out.Vr, data);
    return outcome;
  }
  PartlyFreeRotation turn(robot, motion, out.pose.R, data.Psi);
  turn.velocity(out.Vr);
  velocity(robot, out.Vr, data);
  acceleration(robot, out.dVr, data);  // for γ, which V̇_r does not enter
  turn.acceleration(data.gamma.segment<3>(3), out.dVr);
  return outcome;
}

}  // namespace gough
