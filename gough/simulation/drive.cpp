#include "gough/simulation/drive.hpp"

#include <algorithm>
#include <cassert>

#include "gough/math/rotation.hpp"
#include "gough/simulation/one_each.hpp"

namespace gough {

Drive::Drive(const Robot& robot, const DriveSpec& spec)
    : lag_(spec.lag), saturate_(spec.saturate), amplitude_(one_each(robot, spec.cogging_amplitude, spec.place, "cogging_amplitude")) {
  const VecX<double> period = one_each(robot, spec.cogging_period, spec.place, "cogging_period");
  const auto count = static_cast<Eigen::Index>(robot.actuators.size());
  for (VecX<double>* x : {&limit_, &wave_, &command_, &from_, &ripple_}) x->setZero(count);
  for (Eigen::Index a = 0; a < count; ++a) {
    limit_(a) = robot.actuators[a].effort_max;
    if (amplitude_(a) != 0.0 && period(a) == 0.0) throw InputError(spec.place, "'cogging_amplitude' in actuators needs a 'cogging_period'");
    wave_(a) = period(a) == 0.0 ? 0.0 : 2.0 * kPi / period(a);
  }
}

void Drive::start(const VecX<double>& effort) {
  assert(effort.size() == limit_.size());
  command(0.0, effort);
  from_ = command_;
}

void Drive::command(double t, const VecX<double>& effort) {
  assert(effort.size() == limit_.size());
  if (lag_ > 0.0) from_ = command_ + std::exp(-(t - since_) / lag_) * (from_ - command_);
  since_ = t;
  for (Eigen::Index a = 0; a < effort.size(); ++a) {
    saturated_ = std::max(saturated_, std::abs(effort(a)) / limit_(a));
    command_(a) = saturate_ ? std::clamp(effort(a), -limit_(a), limit_(a)) : effort(a);
  }
}

void Drive::update(const VecX<double>& qa) {
  assert(qa.size() == limit_.size());
  for (Eigen::Index a = 0; a < qa.size(); ++a) ripple_(a) = amplitude_(a) == 0.0 ? 0.0 : amplitude_(a) * std::sin(wave_(a) * qa(a));
}

void Drive::effort_at(double t, VecX<double>& effort) const {
  if (lag_ > 0.0) effort = command_ + std::exp(-(t - since_) / lag_) * (from_ - command_) + ripple_;
  else effort = command_ + ripple_;
}

}  // namespace gough
