#include "gough/evaluate/leg_walk.hpp"

#include <algorithm>
#include <cmath>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/leg_newton.hpp"
#include "gough/math/rotation.hpp"
#include "gough/math/small_turn.hpp"

namespace gough {
namespace {

constexpr int kMostIterations = 12;       // of a stride
constexpr int kMostRuns = 120;            // of the program on the whole way
constexpr double kShortestStride = 1e-3;  // of the way
constexpr double kLongestChange = 0.5;    // of a joint in a stride, rad or robot lengths
constexpr double kMostForetold = 0.6375;  // beyond which no change as foretold is below kLongestChange
constexpr double kLongestApproach = 0.1;  // longest way off the manifold, rad or robot lengths

// Angle from (cos, sin) `a` to `b`, to 1e-9; no number where it is longer than a stride may be.
double small_angle(const double* a, const double* b) {
  const double cosine = b[0] * a[0] + b[1] * a[1], t = (b[1] * a[0] - b[0] * a[1]) / (1.0 + cosine), u = t * t;
  if (!(cosine > 0.8)) return std::nan("");
  return 2.0 * t * (1.0 - u * (1.0 / 3 - u * (1.0 / 5 - u * (1.0 / 7 - u * (1.0 / 9 - u * (1.0 / 11 - u / 13))))));
}

}  // namespace

LegWalk::LegWalk(const Robot& robot, const LegStep& step)
    : robot_(robot),
      step_(step),
      straight_(robot.mobility.constant || robot.mobility.dependent.empty() || !step.constrains()),
      before_(step.joint_numbers()),
      now_(step.joint_numbers()),
      rates_(step.joints().size()),
      sides_(step.side_numbers()),
      sides_now_(step.side_numbers()) {}

void LegWalk::write_joints(double* in, std::size_t stride) const {
  in += step_.pose_numbers() * stride;
  for (std::size_t k = 0; k < now_.size(); ++k) in[k * stride] = now_[k];
}

// V_N times the time of the whole way.
void LegWalk::write_twist(double* in, std::size_t stride) const {
  in += (step_.pose_numbers() + step_.joint_numbers()) * stride;
  const Vec3<double> move = goal_.p - start_.p, turn = rotation_vector(goal_.R * start_.R.transpose());
  for (int k = 0; k < 3; ++k) {
    in[static_cast<std::size_t>(k) * stride] = move(k);
    in[static_cast<std::size_t>(3 + k) * stride] = turn(k);
  }
  for (std::size_t k = 0; k < robot_.nacelle.joints.size(); ++k) {
    const JointPosition<double>&to = goal_.z[k], &from = start_.z[k];
    in[(6 + k) * stride] = std::atan2(to.s * from.c - to.c * from.s, to.c * from.c + to.s * from.s) + to.d - from.d;
  }
}

LegWalk::State LegWalk::begin(const Pose<double>& start, double* in, std::size_t stride) {
  start_ = start;
  done_ = 0.0;
  part_ = 1.0;
  runs_ = 0;
  looking_ = true;
  if (!straight_ && !(distance_between(robot_, start_, goal_) < kLongestApproach)) return State::lost;
  step_.pose().fill_column(start_, in, stride);
  write_joints(in, stride);
  write_twist(in, stride);
  return State::going;
}

LegWalk::State LegWalk::advance(const double* out, double* in, std::size_t stride) {
  if (++runs_ > kMostRuns) return State::lost;
  State state;
  if (looking_) {
    looking_ = false;
    state = reach_waypoint(out, stride);
  } else {
    const double* told = out + step_.joint_numbers() * stride;
    const double step = std::sqrt(told[LegStep::step * stride]), open = std::sqrt(told[LegStep::open * stride]);
    for (std::size_t k = 0; k < now_.size(); ++k) now_[k] = out[k * stride];
    const bool sound = step < kLongestChange && ++iteration_ <= kMostIterations;
    if (sound && !converged(step, open)) {
      write_joints(in, stride);
      return State::going;
    }
    for (std::size_t k = 0; k < sides_.size(); ++k) sides_now_[k] = out[(step_.sides() + k) * stride];
    const bool kept = sound && told[LegStep::aligned * stride] > 0.0 && as_foretold() && step_.same_side(sides_.data(), sides_now_.data());
    if (kept) done_ = next_;
    if (kept && done_ == 1.0) return State::arrived;
    if (kept) part_ *= 2.0;
    state = kept ? reach_waypoint(out, stride) : turn_back();
  }
  if (state != State::going) return state;
  step_.pose().fill_column(next_ == 1.0 ? goal_ : between(robot_, start_, goal_, next_), in, stride);
  write_joints(in, stride);
  return state;
}

// What a step leaves is of second order. Legs that constrain the platform have to be seen closed: at a pose off the manifold they are not.
bool LegWalk::converged(double step, double open) {
  const double before = last_;
  last_ = step;
  if (step_.constrains() && !(open <= kClosed)) return false;
  if (iteration_ == 1) return step < 1e-9;
  const double left = step * step * std::max(1.0, step / (before * before));
  return left < 1e-15 || (step < 1e-10 && step > 0.25 * before && open < kClosed);
}

bool LegWalk::as_foretold() const {
  const double part = next_ - done_;
  double largest = 0.0, foretold = 0.0, apart = 0.0;
  std::size_t at = 0;
  for (std::size_t j = 0; j < rates_.size(); ++j) {
    const bool revolute = step_.joints()[j]->revolute;
    const double made = revolute ? small_angle(&before_[at], &now_[at]) : (now_[at] - before_[at]) / robot_.length;
    if (std::isnan(made)) return false;
    at += revolute ? 2 : 1;
    largest = std::max(largest, std::abs(made));
    foretold = std::max(foretold, std::abs(part * rates_[j]));
    apart = std::max(apart, std::abs(made - part * rates_[j]));
  }
  return largest < kLongestChange && apart <= 0.01 + 0.2 * foretold;
}

// The program's answer at the end of a stride, or at the start, is that at the beginning of the next one.
LegWalk::State LegWalk::reach_waypoint(const double* out, std::size_t stride) {
  double sum = 0.0;
  for (std::size_t j = 0; j < rates_.size(); ++j) sum += rates_[j] = out[(step_.rates() + j) * stride];
  for (std::size_t k = 0; k < sides_.size(); ++k) sides_[k] = out[(step_.sides() + k) * stride];
  before_ = now_;
  return std::isfinite(sum) ? set_out() : State::lost;
}

LegWalk::State LegWalk::turn_back() {
  part_ *= 0.5;
  return set_out();
}

// From the joints at the stride's beginning to where their rates point.
LegWalk::State LegWalk::set_out() {
  double longest = 0.0;
  for (const double rate : rates_) longest = std::max(longest, std::abs(rate));
  while (std::min(part_, 1.0 - done_) * longest > kMostForetold) part_ *= 0.5;
  if (part_ < kShortestStride || (!straight_ && part_ < 1.0)) return State::lost;
  next_ = std::min(1.0, done_ + part_);
  iteration_ = 0;
  std::size_t at = 0;
  for (std::size_t j = 0; j < rates_.size(); ++j) {
    const double by = (next_ - done_) * rates_[j];
    now_[at] = before_[at];
    if (step_.joints()[j]->revolute) {
      now_[at + 1] = before_[at + 1];
      turn_by(now_[at], now_[at + 1], by);
      at += 2;
    } else {
      now_[at++] += by * robot_.length;
    }
  }
  return State::going;
}

}  // namespace gough
