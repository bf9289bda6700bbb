#include "gough/control/control_law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace gough {

ControlLaw::ControlLaw(const Robot& robot, const Load& load, double rate)
    : evaluator(robot, load),
      model(evaluator.robot()),
      memory(evaluator),
      effort(VecX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()))),
      period_(1.0 / rate),
      held_(effort) {
  if (static_cast<int>(robot.actuators.size()) < robot.mobility.n)
    throw InputError({}, fmt::format("{} is under-actuated: its {} actuators cannot make its {} freedoms follow a reference", robot.name,
                                     robot.actuators.size(), robot.mobility.n));
}

const std::vector<virtual_work::Parameter>& ControlLaw::estimates() const {
  static const std::vector<virtual_work::Parameter> none;
  return none;
}

void ControlLaw::prepare() {
  Measurement rest(model);
  const Reference home(model);
  rest.pose = model.home;
  (void)attempt(rest, home);
}

Outcome ControlLaw::attempt(const Measurement& measured, const Reference& reference) {
  const bool finite = measured.Vr.allFinite() && measured.qa.allFinite() && measured.dqa.allFinite() && reference.Vr.allFinite() &&
                      reference.dVr.allFinite() && std::isfinite(measured.t);
  if (!finite) return {Status::not_converged, kInfinity};
  const Outcome outcome = efforts(measured, reference);
  if (!outcome.answered()) return outcome;
  if (!effort.allFinite()) return {Status::not_converged, kInfinity};
  double worst = 0.0;
  for (std::size_t a = 0; a < model.actuators.size(); ++a) worst = std::max(worst, std::abs(effort(a)) / model.actuators[a].effort_max);
  return worst > 1.0 ? Outcome{Status::out_of_limits, worst} : outcome;
}

Outcome ControlLaw::operator()(const Measurement& measured, const Reference& reference, VecX<double>& out) {
  assert(fits(model, measured));
  assert(fits(model, reference));
  status_ = attempt(measured, reference);
  if (status_.answered()) held_ = effort;
  out = held_;
  if (!std::isfinite(measured.t)) return status_;
  // a clock that jumps must not throw the integrals away
  const double dt = started_ ? std::clamp(measured.t - time_, 0.0, 10.0 * period_) : 0.0;
  if (status_.ok()) advance(dt);
  time_ = measured.t;
  started_ = true;
  return status_;
}

}  // namespace gough
