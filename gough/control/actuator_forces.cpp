#include "gough/control/actuator_forces.hpp"

#include <cassert>

#include "gough/control/control_programs.hpp"

namespace gough {

ActuatorForces::ActuatorForces(const Robot& robot) : robot_(&robot) {
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
  assert(force.size() == robot_->mobility.n);
  assert(effort.size() == static_cast<Eigen::Index>(robot_->actuators.size()));
  if (!forces_) {
    forces_.emplace(*robot_, record_actuator_forces(*robot_));
    (void)evaluator.ready(Model::jacobian);
  }
  Outcome outcome = evaluator.evaluate(*forces_, pose, {force.data(), static_cast<std::size_t>(force.size())}, {}, memory, work_.data());
  if (outcome.status == Status::not_converged) {
    outcome = find(evaluator, pose, memory);
    work_.setZero();
    work_.head(force.size()) = force;
    solve_rt(Jinv_, work_);
    apply_q(Jinv_, work_);
  }
  if (outcome.answered()) effort += work_;
  return outcome;
}

Outcome ActuatorForces::platform_rates(const Evaluator& evaluator, const Pose<double>& pose, const VecX<double>& rates,
                                       Evaluator::Memory& memory, VecX<double>& Vr) {
  assert(rates.size() == static_cast<Eigen::Index>(robot_->actuators.size()));
  assert(Vr.size() == robot_->mobility.n);
  if (!rates_) {
    rates_.emplace(*robot_, record_platform_rates(*robot_));
    (void)evaluator.ready(Model::jacobian);
  }
  Outcome outcome = evaluator.evaluate(*rates_, pose, {rates.data(), static_cast<std::size_t>(rates.size())}, {}, memory, work_.data());
  if (outcome.status == Status::not_converged) {
    outcome = find(evaluator, pose, memory);
    work_ = rates;
    apply_qt(Jinv_, work_);
    auto head = work_.head(Vr.size());
    solve_r(Jinv_, head);
  }
  if (outcome.answered()) Vr = work_.head(Vr.size());
  return outcome;
}

}  // namespace gough
