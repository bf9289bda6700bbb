#include "gough/dynamics/actuation.hpp"

#include <Eigen/Dense>

namespace gough {

template <class T>
void least_norm_efforts(const Robot&, const KinematicsData<T>& kinematics, DynamicsData<T>& data) {
  // J_inv = Q R: τ = Q R⁻ᵀ force
  data.stretched.setZero();
  data.stretched.head(data.force.size()) = data.force;
  solve_rt(kinematics.Jinv_qr, data.stretched);
  apply_q(kinematics.Jinv_qr, data.stretched);
  data.effort = data.stretched.head(data.effort.size());
}

void weighted_efforts(const Robot&, const KinematicsData<double>& kinematics, const VecX<double>& weights, DynamicsData<double>& data) {
  // σ = w τ has least norm under (W⁻¹ J_inv)ᵀ σ = force
  const MatX<double> J = weights.cwiseInverse().asDiagonal() * kinematics.Jinv;
  const VecX<double> sigma = J.transpose().completeOrthogonalDecomposition().solve(data.force);
  data.effort = sigma.cwiseQuotient(weights);
}

Outcome bounded_efforts(const Robot& robot, const KinematicsData<double>& kinematics, DynamicsData<double>& data) {
  // min ½|τ|² with J_invᵀ τ = force and |τ_a| ≤ limit: fix the actuators that hit their limits one after another, take one
  // free again when its multiplier has the wrong sign. Few actuators, so every step is a dense least-squares solve.
  const int na = static_cast<int>(robot.actuators.size());
  const MatX<double> A = kinematics.Jinv.transpose();
  VecX<double> limit(na), fixed = VecX<double>::Zero(na), tau(na);
  for (int a = 0; a < na; ++a) limit(a) = robot.actuators[a].effort_max;
  std::vector<int> state(na, 0);  // -1 at the lower limit, 0 free, 1 at the upper
  const double scale = 1.0 + data.force.cwiseAbs().maxCoeff();
  double miss = 0.0;
  for (int iteration = 0; iteration < 20 * (na + 1); ++iteration) {
    MatX<double> free = A;
    for (int a = 0; a < na; ++a) {
      fixed(a) = state[a] * (state[a] ? limit(a) : 0.0);
      if (state[a]) free.col(a).setZero();
    }
    const VecX<double> rest = data.force - A * fixed;
    tau = free.completeOrthogonalDecomposition().solve(rest) + fixed;
    miss = (A * tau - data.force).cwiseAbs().maxCoeff();
    int worst = -1;
    double over = 1e-12;
    for (int a = 0; a < na; ++a)
      if (!state[a] && std::abs(tau(a)) - limit(a) > over) {
        worst = a;
        over = std::abs(tau(a)) - limit(a);
      }
    if (worst >= 0) {
      state[worst] = tau(worst) > 0 ? 1 : -1;
      continue;
    }
    if (miss > 1e-9 * scale) break;
    // multipliers of the bounds: τ − J_inv λ
    const VecX<double> lambda = free.transpose().completeOrthogonalDecomposition().solve((tau - fixed).eval());
    int release = -1;
    double wrong = 1e-9 * scale;
    for (int a = 0; a < na; ++a) {
      if (!state[a]) continue;
      const double pull = state[a] * (A.col(a).dot(lambda) - tau(a));  // > 0: the bound really holds it back
      if (-pull > wrong) {
        wrong = -pull;
        release = a;
      }
    }
    if (release < 0) break;
    state[release] = 0;
  }
  data.effort = tau;
  if (miss <= 1e-9 * scale) return {Status::ok, 0.0};
  // nothing within the limits: the least-norm efforts and by how much they exceed them
  least_norm_efforts(robot, kinematics, data);
  double over = 0.0;
  for (int a = 0; a < na; ++a) over = std::max(over, std::abs(data.effort(a)) - limit(a));
  return {Status::out_of_limits, over};
}

template <class T>
void force_from_efforts(const Robot&, const KinematicsData<T>& kinematics, const VecX<T>& effort, VecX<T>& force) {
  for (Eigen::Index r = 0; r < force.size(); ++r) {
    T sum = T(0);
    for (Eigen::Index a = 0; a < effort.size(); ++a) sum += kinematics.Jinv(a, r) * effort(a);
    force(r) = sum;
  }
}

template void least_norm_efforts(const Robot&, const KinematicsData<double>&, DynamicsData<double>&);
template void force_from_efforts(const Robot&, const KinematicsData<double>&, const VecX<double>&, VecX<double>&);

}  // namespace gough
