#include "gough/evaluate/forward_program.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "gough/kinematics/forward_geometry.hpp"
#include "gough/math/rotation.hpp"
#include "gough/program/encoder_counts.hpp"

namespace gough {
namespace {

constexpr double kDisagreement = 1e-3;  // as `forward_geometry` lets encoders of more actuators than freedoms be off
constexpr double kLargestError = 1e-11;

// When to stop, from the lengths of the steps (robot lengths, rad): a step is the error of the pose before it, and what it leaves is of
// second order.
class Convergence {
 public:
  // False where the step leads further away than the first one promised.
  bool near(double step) {
    (steps_++ == 0 ? first_ : later_) += step;
    return later_ <= 0.05 + 0.5 * first_;
  }

  // Whether this step was the last one needed: what is left after it, or what rounding leaves.
  bool done(double step, double open) {
    const double before = last_;
    last_ = step;
    if (steps_ == 1) return step < 1e-9;
    const double left = step * step * std::max(1.0, step / (before * before));
    return left < 1e-15 || (step < 1e-10 && step > 0.25 * before && open < kLargestError);
  }

 private:
  int steps_ = 0;
  double first_ = 0.0, later_ = 0.0, last_ = 0.0;
};

}  // namespace

ForwardProgram::ForwardProgram(const Robot& robot, StatusDepth depth) : robot_(&robot) {
  if (!ForwardStep::why_not(robot).empty()) return;
  newton_ = std::make_shared<const Ready<ForwardStep>>(robot, depth);
  if (ForwardClosed::exists(robot)) closed_ = std::make_shared<const Ready<ForwardClosed>>(robot, depth);
}

ForwardProgram::Memory::Memory(const ForwardProgram& program)
    : data(*program.robot_), readings(static_cast<Eigen::Index>(program.robot_->actuators.size())) {
  if (!program.newton_) return;
  in.resize(program.newton_->run.inputs());
  out.resize(std::max(program.newton_->run.outputs(), program.closed_ ? program.closed_->run.outputs() : 0));
}

Outcome ForwardProgram::strokes(const double* readings) const {
  Outcome worst;
  for (std::size_t k = 0; k < robot_->actuators.size(); ++k) {
    const Actuator& a = robot_->actuators[k];
    const double home = driven_joint(*robot_, a).home_value, away = readings[k] - home;
    const double q = a.revolute && !(std::abs(away) <= kPi) ? home + std::remainder(away, 2.0 * kPi) : readings[k];
    const double excess = std::max(a.position_min - q, q - a.position_max);
    if (excess > std::max(1e-12, worst.measure)) worst = {Status::out_of_limits, excess, -1, static_cast<int>(k)};
  }
  return worst;
}

// False where the legs do not meet, one is bent the other way, or the start is on the other side of the arms.
bool ForwardProgram::by_closed_form(Pose<double>& pose, Memory& memory, Outcome& outcome) const {
  closed_->run(memory.in.data(), memory.out.data());
  const ForwardClosed& closed = closed_->recorded;
  const double* told = memory.out.data() + newton_->recorded.pose_size();
  for (const auto margin : {ForwardClosed::reach, ForwardClosed::bend, ForwardClosed::side})
    if (!(told[margin] > 0.0)) return false;
  outcome = closed.status().reach_and_rank(told + ForwardClosed::told);
  closed.pose().read(memory.out.data(), pose);
  return true;
}

Outcome ForwardProgram::by_newton(Pose<double>& pose, Memory& memory) const {
  const ForwardStep& newton = newton_->recorded;
  const double* told = memory.out.data() + newton.pose_size();
  Convergence convergence;
  double open = kInfinity;
  while (memory.steps < kMostForwardSteps) {
    newton_->run(memory.in.data(), memory.out.data());
    ++memory.steps;
    const double step = std::sqrt(told[ForwardStep::step]);
    open = std::sqrt(told[ForwardStep::open]);
    if (!std::isfinite(step) || !convergence.near(step)) break;
    std::copy_n(memory.out.begin(), newton.pose_size(), memory.in.begin());
    if (!convergence.done(step, open)) continue;
    const Outcome outcome = newton.status().reach_and_rank(told + ForwardStep::told);
    if (!outcome.ok() && step > 1e-10) continue;
    if (outcome.ok() && told[ForwardStep::apart] > kDisagreement * kDisagreement)
      return {Status::not_converged, std::sqrt(told[ForwardStep::apart])};
    if (outcome.ok()) newton.pose().read(memory.in.data(), pose);
    return outcome;
  }
  return {Status::not_converged, open};
}

Outcome ForwardProgram::warm(const double* readings, Pose<double>& pose, Memory& memory) const {
  assert(fits(*robot_, memory.data));
  memory.steps = 0;
  memory.by_library = false;
  if (!std::all_of(readings, readings + robot_->actuators.size(), [](double q) { return std::isfinite(q); }))
    return {Status::unreachable, kInfinity};
  if (!newton_) return {Status::not_converged, kInfinity};
  newton_->recorded.goal().fill(readings, newton_->recorded.pose().fill(pose, memory.in.data()));
  Outcome outcome;
  if (!closed_ || !by_closed_form(pose, memory, outcome)) outcome = by_newton(pose, memory);
  if (!outcome.ok()) return outcome;
  const Outcome stroke = strokes(readings);
  return stroke.ok() ? outcome : stroke;
}

Outcome ForwardProgram::operator()(const double* readings, Pose<double>& pose, Memory& memory) const {
  const Pose<double> start = pose;
  const Outcome outcome = warm(readings, pose, memory);
  if (outcome.answered() || (outcome.status == Status::unreachable && outcome.measure == kInfinity)) return outcome;
  pose = start;
  memory.by_library = true;
  memory.readings = Eigen::Map<const VecX<double>>(readings, memory.readings.size());
  return forward_geometry(*robot_, memory.readings, pose, memory.data);
}

void ForwardProgram::batch(std::size_t n, const double* readings, Pose<double>* poses, Outcome* outcomes, Memory& memory) const {
  const Pose<double>* before = &robot_->home;
  for (std::size_t s = 0; s < n; ++s) {
    const double* row = readings + s * robot_->actuators.size();
    poses[s] = *before;
    outcomes[s] = (*this)(row, poses[s], memory);
    if (!outcomes[s].answered() && before != &robot_->home) {
      poses[s] = robot_->home;
      outcomes[s] = (*this)(row, poses[s], memory);
    }
    before = outcomes[s].answered() ? &poses[s] : &robot_->home;
  }
}

}  // namespace gough
