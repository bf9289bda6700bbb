#include "gough/control/actuator_forces.hpp"

namespace gough {

ActuatorForces::ActuatorForces(const Robot& robot) {
  const auto actuators = static_cast<Eigen::Index>(robot.actuators.size());
  Jinv_.resize(actuators, robot.mobility.n);
  work_.setZero(actuators);
}

Outcome ActuatorForces::find(const Evaluator& evaluator, const Pose<double>& pose, Evaluator::Memory& memory) {
  const Outcome outcome = evaluator.jacobian(pose, memory, Jinv_.a);
  if (outcome.answered()) factor(Jinv_);
  return outcome;
}

Outcome ActuatorForces::add(const Evaluator& evaluator, const Pose<double>& pose, const VecX<double>& force, Evaluator::Memory& memory,
                            VecX<double>& effort) {
  const Outcome outcome = find(evaluator, pose, memory);
  if (!outcome.answered()) return outcome;
  work_.setZero();
  work_.head(force.size()) = force;
  solve_rt(Jinv_, work_);
  apply_q(Jinv_, work_);
  effort += work_;
  return outcome;
}

Outcome ActuatorForces::platform_rates(const Evaluator& evaluator, const Pose<double>& pose, const VecX<double>& rates,
                                       Evaluator::Memory& memory, VecX<double>& Vr) {
  const Outcome outcome = find(evaluator, pose, memory);
  if (!outcome.answered()) return outcome;
  work_ = rates;
  apply_qt(Jinv_, work_);
  auto head = work_.head(Vr.size());
  solve_r(Jinv_, head);
  Vr = head;
  return outcome;
}

}  // namespace gough
