#pragma once

#include "gough/math/rotation.hpp"
#include "gough/math/rotation_jacobian.hpp"
#include "gough/model/robot.hpp"

// Local coordinates of the pose about a base, in which an ordinary integrator keeps its order: displacement of the origin, rotation vector
// φ with R = exp(φ) R₀ (Munthe-Kaas), changes of the nacelle's joints. V_r follows them in a state vector y.
namespace gough {

class Chart {
 public:
  explicit Chart(const Robot& robot) : robot_(&robot), base_(robot.home) {}

  int pose_size() const { return robot_->nacelle.freedoms(); }
  int size() const { return pose_size() + robot_->mobility.n; }

  void set_base(const Pose<double>& base) { base_ = base; }

  // Whether the platform turns. One that does not keeps its rotation to the last bit: its ω is zero but for rounding.
  bool turns() const { return robot_->motion.turns(); }

  void pose(const double* y, Pose<double>& out) const {
    out.p = base_.p + Eigen::Map<const Vec3<double>>(y);
    const Vec3<double> phi(y[3], y[4], y[5]);
    out.R = !turns() || phi.isZero(0.0) ? base_.R : Mat3<double>(rotation_exp(phi) * base_.R);
    for (std::size_t k = 0; k < robot_->nacelle.joints.size(); ++k) {
      const JointPosition<double>& z = base_.z[k];
      if (robot_->nacelle.joints[k].revolute) {
        const double c = std::cos(y[6 + k]), s = std::sin(y[6 + k]);
        out.z[k] = {z.c * c - z.s * s, z.s * c + z.c * s, z.d};
      } else {
        out.z[k] = {z.c, z.s, z.d + y[6 + k]};
      }
    }
  }

  // ẏ of the pose's part: ẏ = V_N but for φ̇ = J_l⁻¹(φ) ω.
  void rates(const double* y, const VecX<double>& VN, double* dy) const {
    for (Eigen::Index k = 0; k < VN.size(); ++k) dy[k] = VN(k);
    Eigen::Map<Vec3<double>> phi_rate(dy + 3);
    if (turns()) phi_rate = left_jacobian_inverse({y[3], y[4], y[5]}) * VN.segment<3>(3);
    else phi_rate.setZero();
  }

 private:
  const Robot* robot_;
  Pose<double> base_;
};

}  // namespace gough
