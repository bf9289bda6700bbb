#include "gough/control/control_law.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/dynamics/platform_legs.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/velocity.hpp"

namespace gough {

ControlLaw::ControlLaw(const Robot& robot, const Load& carried, double rate)
    : model(robot),
      load(carried),
      kinematics(robot),
      dynamics(robot),
      period_(1.0 / rate),
      held_(VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()))) {
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n)
    throw InputError({}, fmt::format("{} is under-actuated: its {} actuators cannot make its {} freedoms follow a reference", robot.name,
                                     robot.actuators.size(), robot.mobility.n));
}

const std::vector<virtual_work::Parameter>& ControlLaw::estimates() const {
  static const std::vector<virtual_work::Parameter> none;
  return none;
}

void ControlLaw::effort_of_acceleration(const VecX<double>& dVr) {
  acceleration(model, dVr, kinematics);
  platform_legs::inverse_dynamics(model, load, kinematics, dynamics);
}

Outcome ControlLaw::attempt(const Measurement& measured, const Reference& reference) {
  const bool finite = measured.Vr.allFinite() && measured.qa.allFinite() && measured.dqa.allFinite() && reference.Vr.allFinite() &&
                      reference.dVr.allFinite() && std::isfinite(measured.t);
  if (!finite) return {Status::not_converged, kInfinity};
  const Outcome place = position(model, measured.pose, kinematics);
  if (!place.answered()) return place;
  velocity(model, measured.Vr, kinematics);
  const Outcome outcome = efforts(measured, reference);
  if (!outcome.answered()) return outcome;
  if (!dynamics.effort.allFinite()) return {Status::not_converged, kInfinity};
  double worst = 0.0;
  for (std::size_t a = 0; a < model.actuators.size(); ++a)
    worst = std::max(worst, std::abs(dynamics.effort(a)) / model.actuators[a].effort_max);
  if (worst > 1.0) return {Status::out_of_limits, worst};
  return place.ok() ? outcome : place;
}

Outcome ControlLaw::operator()(const Measurement& measured, const Reference& reference, VecX<double>& effort) {
  status_ = attempt(measured, reference);
  if (status_.answered()) held_ = dynamics.effort;
  effort = held_;
  if (!std::isfinite(measured.t)) return status_;
  // a clock that jumps must not throw the integrals away
  const double dt = started_ ? std::clamp(measured.t - time_, 0.0, 10.0 * period_) : 0.0;
  if (status_.ok()) advance(dt);
  time_ = measured.t;
  started_ = true;
  return status_;
}

}  // namespace gough
