#pragma once

#include "gough/evaluate/evaluator.hpp"
#include "gough/math/householder.hpp"

namespace gough {

// J_inv of a pose with its factors, made once for a robot that has as many actuators as freedoms or more: between the actuated joints and
// the platform's free components.
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
  HouseholderQr<double> Jinv_;
  VecX<double> work_;

  Outcome find(const Evaluator& evaluator, const Pose<double>& pose, Evaluator::Memory& memory);
};

}  // namespace gough
