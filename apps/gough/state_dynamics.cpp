#include "apps/gough/state_dynamics.hpp"

#include "gough/dynamics/actuation.hpp"
#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/massless.hpp"
#include "gough/kinematics/inverse_geometry.hpp"

namespace gough::command {

bool has_inverse_dynamics(const Robot& robot, const Load& load, Formulation formulation) {
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n) return false;
  return formulation != Formulation::elements || elements::missing_element(robot, load).empty();
}

StateDynamics::StateDynamics(const Evaluator& evaluator, const DynamicsOptions& options, bool direct, bool programs)
    : options_(options),
      direct_(direct),
      programs_(programs),
      evaluator_(evaluator),
      memory_(evaluator),
      finder_(evaluator.robot()),
      kinematics_(evaluator.robot()),
      dynamics_(evaluator.robot()) {}

Outcome StateDynamics::by_library(Formulation formulation, const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& driven,
                                  VecX<double>& answer) {
  const Robot& robot = evaluator_.robot();
  Outcome outcome;
  if (direct_) {
    outcome = gough::direct_dynamics(robot, formulation, evaluator_.load(), pose, Vr, driven, kinematics_, dynamics_);
    answer = dynamics_.acceleration;
    return outcome;
  }
  outcome = gough::inverse_dynamics(robot, formulation, evaluator_.load(), pose, Vr, driven, kinematics_, dynamics_);
  if (outcome.answered()) outcome = redistributed(robot, options_, kinematics_, dynamics_, outcome);
  answer = dynamics_.effort;
  return outcome;
}

Outcome StateDynamics::operator()(Formulation formulation, const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& driven,
                                  VecX<double>& answer) {
  const bool exists = direct_ || has_inverse_dynamics(evaluator_.robot(), evaluator_.load(), formulation);
  if (!programs_ || !exists) return by_library(formulation, pose, Vr, driven, answer);  // which says why there is none
  if (direct_) return evaluator_.direct_dynamics(pose, Vr, driven, memory_, answer, formulation);
  const Outcome outcome = evaluator_.inverse_dynamics(pose, Vr, driven, memory_, answer, formulation);
  return outcome.answered() ? distributed(pose, Vr, outcome, answer) : outcome;
}

// A stroke exceeded stays; limits of speeds and efforts are looked at again.
Outcome StateDynamics::distributed(const Pose<double>& pose, const VecX<double>& Vr, const Outcome& before, VecX<double>& effort) {
  if (options_.distribution == "least-norm") return before;
  const Robot& robot = evaluator_.robot();
  const Outcome placed = evaluator_.jacobian(pose, memory_, kinematics_.Jinv);
  kinematics_.dqa = kinematics_.Jinv * Vr;
  force_from_efforts(robot, kinematics_, effort, dynamics_.force);
  const Outcome shared = distribute(robot, options_, kinematics_, dynamics_);
  effort = dynamics_.effort;
  if (!shared.ok()) return shared;
  return placed.ok() ? actuator_limits(robot, kinematics_, effort) : placed;
}

bool StateDynamics::check_mass(const Pose<double>& pose) {
  if (!position(evaluator_.robot(), pose, kinematics_).has_position()) return false;
  require_mass(evaluator_.robot(), evaluator_.load(), kinematics_, dynamics_);
  return true;
}

}  // namespace gough::command
