#include "gough/kinematics/leg_newton.hpp"

#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/linear_algebra.hpp"

namespace gough {
namespace {

void step_joint(const Joint& joint, double step, JointPosition<double>& q) {
  if (!joint.revolute) {
    q.d += step;
    return;
  }
  const double c = std::cos(step), s = std::sin(step);
  q = {q.c * c - q.s * s, q.s * c + q.c * s, 0.0};
  const double norm = std::hypot(q.c, q.s);
  q.c /= norm;
  q.s /= norm;
}

}  // namespace

Outcome newton_leg(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data) {
  const double tolerance = 1e-15 * std::max(1.0, robot.length);
  const int n = leg.freedoms();
  place_leg(leg, data);
  tip_residuals(leg, nacelle, data);
  double error = data.residual.norm();
  double damping = 1e-6;
  int idle = 0;  // iterations without progress: rounding is reached
  for (int iteration = 0; iteration < 200 && error > tolerance && idle < 3; ++iteration) {
    tip_jacobian(leg, nacelle, data);
    const MatX<double> J = data.J.a;
    // Levenberg-Marquardt step, solved as a least-squares problem: [J; √λ 1] δ = [−r; 0]
    MatX<double> stacked(J.rows() + n, n);
    stacked << J, std::sqrt(damping) * robot.length * MatX<double>::Identity(n, n);
    VecX<double> right = VecX<double>::Zero(J.rows() + n);
    right.head(J.rows()) = -data.residual;
    VecX<double> step = least_squares(stacked, right);
    if (!step.allFinite() || damping > 1e3) break;
    const double largest = step.cwiseAbs().maxCoeff();
    if (largest > 0.5 * std::max(1.0, robot.length)) step *= 0.5 * std::max(1.0, robot.length) / largest;
    const std::vector<JointPosition<double>> before = data.q;
    for (int j = 0; j < n; ++j) step_joint(leg.joints[j], step(j), data.q[j]);
    place_leg(leg, data);
    tip_residuals(leg, nacelle, data);
    const double now = data.residual.norm();
    if (now < error) {
      idle = now > 0.5 * error ? idle + (error < 1e-12 || largest < 1e-12) : 0;
      error = now;
      damping = std::max(damping * 0.05, 1e-18);
    } else {
      data.q = before;
      place_leg(leg, data);
      tip_residuals(leg, nacelle, data);
      if (error < 1e-11) ++idle;
      damping *= 20.0;
    }
  }
  const double largest = data.residual.cwiseAbs().maxCoeff();
  if (largest <= 1e-11 * std::max(1.0, robot.length) && tips_aligned(leg, nacelle, data)) return {Status::ok, largest};
  return {Status::unreachable, largest};
}

}  // namespace gough
