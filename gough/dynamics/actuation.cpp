#include "gough/dynamics/actuation.hpp"

#include <cassert>

#include "gough/math/cramer.hpp"
#include "gough/math/linear_algebra.hpp"

namespace gough {

template <class T>
void least_norm(const MatX<T>& Jinv, const HouseholderQr<T>& qr, DynamicsData<T>& data) {
  data.padded_effort.setZero();
  data.padded_effort.head(data.force.size()) = data.force;
  if (!std::is_same_v<T, double> && Jinv.rows() == Jinv.cols() && Jinv.rows() <= 3) {
    cramer_transposed(Jinv, data.padded_effort);  // a recording looks for no singularity
  } else {                                        // J_inv = Q R: τ = Q R⁻ᵀ force
    solve_rt(qr, data.padded_effort);
    apply_q(qr, data.padded_effort);
  }
  data.effort = data.padded_effort.head(data.effort.size());
}

template <class T>
void least_norm_efforts([[maybe_unused]] const Robot& robot, const KinematicsData<T>& kinematics, DynamicsData<T>& data) {
  assert(fits(robot, kinematics));
  assert(fits(robot, data));
  least_norm(kinematics.Jinv, kinematics.Jinv_qr, data);
}

template void least_norm(const MatX<double>&, const HouseholderQr<double>&, DynamicsData<double>&);
template void least_norm(const MatX<Recorded>&, const HouseholderQr<Recorded>&, DynamicsData<Recorded>&);

void weighted_efforts([[maybe_unused]] const Robot& robot, const KinematicsData<double>& kinematics, const VecX<double>& weights,
                      DynamicsData<double>& data) {
  assert(fits(robot, kinematics));
  assert(fits(robot, data));
  assert(weights.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  // σ = w τ has least norm under (W⁻¹ J_inv)ᵀ σ = force
  const MatX<double> J = weights.cwiseInverse().asDiagonal() * kinematics.Jinv;
  const VecX<double> sigma = shortest_solution(J.transpose(), data.force).x;
  data.effort = sigma.cwiseQuotient(weights);
}

namespace {

// Calls f with every choice of at most `most` actuators held at one of their limits: 0 free, ±1 held.
template <class F>
void for_each_active_set(int actuators, int most, std::vector<int>& state, int from, const F& f) {
  f(state);
  if (most == 0) return;
  for (int a = from; a < actuators; ++a) {
    for (int side : {1, -1}) {
      state[a] = side;
      for_each_active_set(actuators, most - 1, state, a + 1, f);
    }
    state[a] = 0;
  }
}

}  // namespace

Outcome bounded_efforts(const Robot& robot, const KinematicsData<double>& kinematics, DynamicsData<double>& data) {
  assert(fits(robot, kinematics));
  assert(fits(robot, data));
  // min |τ|² with J_invᵀ τ = force and |τ_a| ≤ limit: at the optimum no more actuators are held at their limits than there are to
  // spare. They are few, so all choices are tried; each leaves a least-norm problem.
  const int na = static_cast<int>(robot.actuators.size()), spare = na - static_cast<int>(data.force.size());
  const MatX<double> A = kinematics.Jinv.transpose();
  const VecX<double> force = data.force;
  const double scale = 1.0 + force.cwiseAbs().maxCoeff();
  VecX<double> best;
  std::vector<int> none(na, 0);
  for_each_active_set(na, std::min(spare, 4), none, 0, [&](const std::vector<int>& state) {
    MatX<double> free = A;
    VecX<double> tau = VecX<double>::Zero(na);
    for (int a = 0; a < na; ++a) {
      if (state[a] == 0) continue;
      if (std::isinf(robot.actuators[a].effort_max)) return;
      tau(a) = state[a] * robot.actuators[a].effort_max;
      free.col(a).setZero();
    }
    tau += shortest_solution(free, force - A * tau).x;
    if (!((A * tau - force).cwiseAbs().maxCoeff() <= 1e-9 * scale)) return;
    for (int a = 0; a < na; ++a)
      if (std::abs(tau(a)) > robot.actuators[a].effort_max * (1.0 + 1e-9)) return;
    if (best.size() == 0 || tau.squaredNorm() < best.squaredNorm()) best = tau;
  });
  if (best.size() > 0) {
    data.effort = best;
    return {Status::ok, 0.0};
  }
  least_norm_efforts(robot, kinematics, data);
  double worst = 0.0;
  for (int a = 0; a < na; ++a) worst = std::max(worst, std::abs(data.effort(a)) / robot.actuators[a].effort_max);
  return {Status::out_of_limits, worst};
}

template <class T>
void force_from_efforts([[maybe_unused]] const Robot& robot, const KinematicsData<T>& kinematics, const VecX<T>& effort, VecX<T>& force) {
  assert(fits(robot, kinematics));
  assert(effort.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  for (Eigen::Index r = 0; r < force.size(); ++r) {
    T sum = T(0);
    for (Eigen::Index a = 0; a < effort.size(); ++a) sum += kinematics.Jinv(a, r) * effort(a);
    force(r) = sum;
  }
}

template void least_norm_efforts(const Robot&, const KinematicsData<double>&, DynamicsData<double>&);
template void least_norm_efforts(const Robot&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&);
template void force_from_efforts(const Robot&, const KinematicsData<double>&, const VecX<double>&, VecX<double>&);
template void force_from_efforts(const Robot&, const KinematicsData<Recorded>&, const VecX<Recorded>&, VecX<Recorded>&);

}  // namespace gough
