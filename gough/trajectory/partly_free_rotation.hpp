#pragma once

#include <Eigen/LU>

#include "gough/math/rotation.hpp"
#include "gough/math/rotation_jacobian.hpp"
#include "gough/trajectory/manifold_motion.hpp"

namespace gough {

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
      if (const int c = robot.mobility.free[k].index; turns_platform(c)) {
        free_[count_++] = k, A_.col(column++) = Psi.block<3, 1>(3, k);
        dphi_(c - 3) = curve.dc(c - 3);
        ddphi_(c - 3) = curve.ddc(c - 3);
      }
    for (int d : robot.mobility.dependent)
      if (turns_platform(d)) dependent_[column - count_] = d - 3, A_.col(column++) = -J_.col(d - 3);
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
      if (!turns_platform(robot_.mobility.free[k].index)) right -= Psi_.block<3, 1>(3, k) * rates(k);
    const Vec3<double> x = solver_.solve(right);
    for (int k = 0; k < count_; ++k) rates(free_[k]) = x(k);
    return x;
  }
};

}  // namespace gough
