#include "gough/control/sliding_control.hpp"

#include <algorithm>

namespace gough {
namespace {

double sign(double s) { return (s > 0.0) - (s < 0.0); }

// sign(s), or s / boundary within the boundary layer.
double switching(double s, double boundary) { return boundary > 0.0 ? std::clamp(s / boundary, -1.0, 1.0) : sign(s); }

}  // namespace

SlidingMode::SlidingMode(const Robot& robot, const Load& carried, const Sliding& sliding, double rate)
    : ControlLaw(robot, carried, rate), sliding_(sliding), error_(robot), s_(VecX<double>::Zero(robot.mobility.n)), dVr_(s_) {}

Outcome SlidingMode::efforts(const Measurement& measured, const Reference& reference) {
  const Outcome mobile = error_(evaluator, measured, reference, memory);
  if (!mobile.answered()) return mobile;
  s_ = measured.Vr - reference.Vr + sliding_.lambda * error_.e;
  dVr_ = reference.dVr - sliding_.lambda * error_.de - sliding_.lambda_s * s_;
  for (Eigen::Index k = 0; k < s_.size(); ++k) dVr_(k) -= sliding_.bound(k) * switching(s_(k), sliding_.boundary(k));
  return effort_of_acceleration(measured, dVr_);
}

SuperTwisting::SuperTwisting(const Robot& robot, const Load& carried, const Sliding& sliding, double rate)
    : ControlLaw(robot, carried, rate), sliding_(sliding), error_(robot), s_(VecX<double>::Zero(robot.mobility.n)), nu_(s_), dVr_(s_) {}

Outcome SuperTwisting::efforts(const Measurement& measured, const Reference& reference) {
  const Outcome mobile = error_(evaluator, measured, reference, memory);
  if (!mobile.answered()) return mobile;
  s_ = measured.Vr - reference.Vr + sliding_.lambda * error_.e;
  dVr_ = reference.dVr - sliding_.lambda * error_.de + nu_;
  for (Eigen::Index k = 0; k < s_.size(); ++k)
    dVr_(k) -= 1.5 * std::sqrt(sliding_.bound(k) * std::abs(s_(k))) * switching(s_(k), sliding_.boundary(k));
  return effort_of_acceleration(measured, dVr_);
}

void SuperTwisting::advance(double dt) {
  for (Eigen::Index k = 0; k < s_.size(); ++k) nu_(k) -= dt * 1.1 * sliding_.bound(k) * switching(s_(k), sliding_.boundary(k));
}

}  // namespace gough
