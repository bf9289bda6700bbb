#include "gough/dynamics/dynamics_at_pose.hpp"

#include <fmt/format.h>

#include <cassert>

#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"

namespace gough {

void require_inverse_dynamics(const Robot& robot, Formulation formulation, const Load& load) {
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n)
    throw InputError(
        {}, fmt::format("{} is under-actuated: {} actuator{} cannot give {} accelerations at will, so there is no inverse dynamics; "
                        "direct dynamics works",
                        robot.name, robot.actuators.size(), robot.actuators.size() == 1 ? "" : "s", robot.mobility.n));
  if (formulation != Formulation::elements) return;
  if (const std::string missing = elements::missing_element(robot, load); !missing.empty())
    throw InputError({}, fmt::format("formulation E has no element for {}; use V, P or N", missing));
}

void require_direct_dynamics(Formulation formulation) {
  if (formulation != Formulation::platform_legs && formulation != Formulation::orthogonal_complement)
    throw InputError({}, "direct dynamics is by formulation P or N");
}

bool has_acceleration(Formulation formulation, const Outcome& outcome) {
  return formulation == Formulation::platform_legs ? outcome.has_position() : outcome.answered();
}

template <class T>
void inverse_dynamics(const Robot& robot, Formulation formulation, const Load& load, const KinematicsData<T>& kinematics,
                      DynamicsData<T>& data) {
  assert(fits(robot, kinematics));
  assert(fits(robot, data));
  switch (formulation) {
    case Formulation::elements: return elements::inverse_dynamics(robot, load, kinematics, data);
    case Formulation::virtual_work: return virtual_work::inverse_dynamics(robot, load, kinematics, data);
    case Formulation::platform_legs: return platform_legs::inverse_dynamics(robot, load, kinematics, data);
    case Formulation::orthogonal_complement: return orthogonal_complement::inverse_dynamics(robot, load, kinematics, data);
  }
}

template <class T>
void direct_dynamics(const Robot& robot, Formulation formulation, const Load& load, const VecX<T>& effort, KinematicsData<T>& kinematics,
                     DynamicsData<T>& data) {
  assert(effort.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  assert(fits(robot, kinematics));
  assert(fits(robot, data));
  if (formulation == Formulation::platform_legs) return platform_legs::direct_dynamics(robot, load, effort, kinematics, data);
  orthogonal_complement::direct_dynamics(robot, load, effort, kinematics, data);
  acceleration(robot, data.acceleration, kinematics);
}

Outcome actuator_limits(const Robot& robot, const KinematicsData<double>& k, const VecX<double>& effort) {
  assert(fits(robot, k));
  assert(effort.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  Outcome worst;
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const double used = std::max(std::abs(k.dqa(a)) / robot.actuators[a].speed_max, std::abs(effort(a)) / robot.actuators[a].effort_max);
    if (used > worst.measure) worst = {used > 1.0 ? Status::out_of_limits : Status::ok, used, -1, static_cast<int>(a)};
  }
  return worst;
}

Outcome inverse_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Outcome& placed, const VecX<double>& Vr,
                         const VecX<double>& dVr, KinematicsData<double>& k, DynamicsData<double>& data) {
  assert(Vr.size() == robot.mobility.n);
  assert(dVr.size() == robot.mobility.n);
  assert(fits(robot, k));
  assert(fits(robot, data));
  require_inverse_dynamics(robot, formulation, load);
  if (!placed.answered()) return placed;
  velocity(robot, Vr, k);
  acceleration(robot, dVr, k);
  inverse_dynamics(robot, formulation, load, k, data);
  if (!data.effort.allFinite()) return {Status::not_converged, kInfinity};  // beyond what numbers hold
  return placed.ok() ? actuator_limits(robot, k, data.effort) : placed;
}

Outcome inverse_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Pose<double>& pose, const VecX<double>& Vr,
                         const VecX<double>& dVr, KinematicsData<double>& k, DynamicsData<double>& data) {
  assert(Vr.size() == robot.mobility.n);
  assert(dVr.size() == robot.mobility.n);
  assert(fits(robot, k));
  assert(fits(robot, data));
  return inverse_dynamics(robot, formulation, load, position(robot, pose, k), Vr, dVr, k, data);
}

FreeMotion free_from_actuated(const Robot& robot, const VecX<double>& dqa, const VecX<double>& ddqa, KinematicsData<double>& k) {
  assert(fits(robot, k));
  FreeMotion out;
  const Solver solve = least_squares_solver(k.Jinv);
  out.Vr = solve(dqa);
  velocity(robot, out.Vr, k);
  acceleration(robot, VecX<double>(VecX<double>::Zero(robot.mobility.n)), k);  // leaves J̇_inv V_r in ddqa
  out.dVr = solve(ddqa - k.ddqa);
  return out;
}

Outcome direct_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Outcome& placed, const VecX<double>& Vr,
                        const VecX<double>& effort, KinematicsData<double>& k, DynamicsData<double>& data) {
  assert(Vr.size() == robot.mobility.n);
  assert(effort.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  assert(fits(robot, k));
  assert(fits(robot, data));
  require_direct_dynamics(formulation);
  if (!has_acceleration(formulation, placed)) return placed;
  velocity(robot, Vr, k);
  direct_dynamics(robot, formulation, load, effort, k, data);
  if (!data.acceleration.allFinite()) return {Status::constraint_singular, 0.0};
  return placed.ok() ? actuator_limits(robot, k, effort) : placed;
}

Outcome direct_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Pose<double>& pose, const VecX<double>& Vr,
                        const VecX<double>& effort, KinematicsData<double>& k, DynamicsData<double>& data) {
  assert(Vr.size() == robot.mobility.n);
  assert(effort.size() == static_cast<Eigen::Index>(robot.actuators.size()));
  assert(fits(robot, k));
  assert(fits(robot, data));
  return direct_dynamics(robot, formulation, load, position(robot, pose, k), Vr, effort, k, data);
}

template void inverse_dynamics(const Robot&, Formulation, const Load&, const KinematicsData<double>&, DynamicsData<double>&);
template void inverse_dynamics(const Robot&, Formulation, const Load&, const KinematicsData<Recorded>&, DynamicsData<Recorded>&);
template void direct_dynamics(const Robot&, Formulation, const Load&, const VecX<double>&, KinematicsData<double>&, DynamicsData<double>&);
template void direct_dynamics(const Robot&, Formulation, const Load&, const VecX<Recorded>&, KinematicsData<Recorded>&,
                              DynamicsData<Recorded>&);

}  // namespace gough
