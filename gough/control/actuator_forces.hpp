#pragma once

#include "gough/evaluate/evaluator.hpp"
#include "gough/math/householder.hpp"

namespace gough {

// Between the actuated joints and the platform's free components, for a robot that has as many actuators as freedoms or more: one program
// for each way, made when it is first asked for. The robot must outlive it.
class ActuatorForces {
 public:
  explicit ActuatorForces(const Robot& robot);

  // Adds the efforts of least norm that act on V_r as `force` does.
  Outcome add(const Evaluator& evaluator, const Pose<double>& pose, const VecX<double>& force, Evaluator::Memory& memory,
              VecX<double>& effort);

  // V_r with J_inv V_r = rates, in the least-squares sense where there are more actuators than freedoms.
  Outcome platform_rates(const Evaluator& evaluator, const Pose<double>& pose, const VecX<double>& rates, Evaluator::Memory& memory,
                         VecX<double>& Vr);

 private:
  const Robot* robot_;
  std::optional<Evaluator::Ready> forces_, rates_;
  HouseholderQr<double> Jinv_;  // of a pose that the programs have no answer for
  VecX<double> work_;

  Outcome find(const Evaluator& evaluator, const Pose<double>& pose, Evaluator::Memory& memory);
};

}  // namespace gough
