#include "gough/dynamics/front_door.hpp"

#include <fmt/format.h>

#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/orthogonal_complement.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/math/linear_algebra.hpp"

namespace gough {
Outcome actuator_limits(const Robot& robot, const KinematicsData<double>& k, const VecX<double>& effort) {
  Outcome worst;
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const double used = std::max(std::abs(k.dqa(a)) / robot.actuators[a].speed_max, std::abs(effort(a)) / robot.actuators[a].effort_max);
    if (used > worst.measure) worst = {used > 1.0 ? Status::out_of_limits : Status::ok, used, -1, static_cast<int>(a)};
  }
  return worst;
}

Outcome inverse_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Pose<double>& pose, const VecX<double>& Vr,
                         const VecX<double>& dVr, KinematicsData<double>& k, DynamicsData<double>& data) {
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n)
    throw InputError(
        {}, fmt::format("{} is under-actuated: {} actuator{} cannot give {} accelerations at will, so there is no inverse dynamics; "
                        "direct dynamics works",
                        robot.name, robot.actuators.size(), robot.actuators.size() == 1 ? "" : "s", robot.mobility.n));
  const Outcome outcome = position(robot, pose, k);
  if (!outcome.answered()) return outcome;
  velocity(robot, Vr, k);
  acceleration(robot, dVr, k);
  switch (formulation) {
    case Formulation::elements:
      if (const std::string body = elements::missing_element(robot, load); !body.empty())
        throw InputError(
            {}, fmt::format("formulation E has no element for the body '{}' between two joints at one point; use V, P or N", body));
      elements::inverse_dynamics(robot, load, k, data);
      break;
    case Formulation::virtual_work: virtual_work::inverse_dynamics(robot, load, k, data); break;
    case Formulation::platform_legs: platform_legs::inverse_dynamics(robot, load, k, data); break;
    case Formulation::orthogonal_complement: orthogonal_complement::inverse_dynamics(robot, load, k, data); break;
  }
  if (!data.effort.allFinite()) return {Status::not_converged, kInfinity};  // beyond what numbers hold
  return outcome.ok() ? actuator_limits(robot, k, data.effort) : outcome;
}

void free_from_actuated(const Robot& robot, const VecX<double>& dqa, const VecX<double>& ddqa, KinematicsData<double>& k, VecX<double>& Vr,
                        VecX<double>& dVr) {
  const Solver solve = least_squares_solver(k.Jinv);
  Vr = solve(dqa);
  velocity(robot, Vr, k);
  acceleration(robot, VecX<double>(VecX<double>::Zero(robot.mobility.n)), k);  // leaves J̇_inv V_r in ddqa
  dVr = solve(ddqa - k.ddqa);
}

Outcome direct_dynamics(const Robot& robot, Formulation formulation, const Load& load, const Pose<double>& pose, const VecX<double>& Vr,
                        const VecX<double>& effort, KinematicsData<double>& k, DynamicsData<double>& data) {
  const Outcome outcome = position(robot, pose, k);
  const bool by_N = formulation == Formulation::orthogonal_complement;
  if (!by_N && formulation != Formulation::platform_legs) throw InputError({}, "direct dynamics is by formulation P or N");
  // in actuated coordinates N needs J_inv⁻¹; P does not
  if (!outcome.answered() && (by_N || outcome.status != Status::type2_singular)) return outcome;
  velocity(robot, Vr, k);
  if (by_N) {
    orthogonal_complement::direct_dynamics(robot, load, effort, k, data);
    acceleration(robot, data.acceleration, k);
  } else {
    platform_legs::direct_dynamics(robot, load, effort, k, data);
  }
  if (!data.acceleration.allFinite()) return {Status::constraint_singular, 0.0};
  return outcome.ok() ? actuator_limits(robot, k, effort) : outcome;
}

}  // namespace gough
