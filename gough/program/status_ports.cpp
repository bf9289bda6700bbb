#include "gough/program/status_ports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/tip_residuals.hpp"
#include "gough/program/status_parts.hpp"

namespace gough {
namespace {

using R = Recorded;

constexpr double kRotation = 1e-12;  // of rotation_error

// By halves, so that few wait for one another.
template <class Join>
R joined(std::vector<R> x, const Join& join) {
  while (x.size() > 1) {
    const std::size_t half = (x.size() + 1) / 2;
    for (std::size_t k = 0; k + half < x.size(); ++k) x[k] = join(x[k], x[k + half]);
    x.resize(half);
  }
  return x[0];
}

// Sum of the squares of RᵀR − 1.
R rotation_error(const Mat3<R>& rotation) {
  R sum = 0.0;
  for (int k = 0; k < 3; ++k) {
    const R across = rotation.col(k).dot(rotation.col((k + 1) % 3)), along = rotation.col(k).squaredNorm() - R(1.0);
    sum += across * across + along * along;
  }
  return sum;
}

Port margin_port(const std::string& name, const std::string& meaning) { return {name, "1", PortKind::margin, 0, meaning}; }

}  // namespace

StatusPorts::StatusPorts(const Robot& robot, StatusDepth depth) : robot_(&robot), depth_(depth) {
  if (depth == StatusDepth::none) return;
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    if (robot.legs[i].solver.closed_form) reaching_.push_back(static_cast<int>(i));
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    if (has_stroke(robot, robot.actuators[a])) strokes_.push_back(static_cast<int>(a));
    if (depth == StatusDepth::limits && (robot.actuators[a].speed_max < kInfinity || robot.actuators[a].effort_max < kInfinity))
      use_.push_back(static_cast<int>(a));
  }
  if (depth != StatusDepth::geometry) {
    gap_ = may_be_open(robot);
    for (std::size_t i = 0; i < robot.legs.size(); ++i) ranks_.push_back({Status::type1_singular, static_cast<int>(i), kLegPivot});
    if (!robot.mobility.dependent.empty()) ranks_.push_back({Status::constraint_singular, -1, kConstraintPivot});
    if (static_cast<int>(robot.actuators.size()) >= robot.mobility.n) ranks_.push_back({Status::type2_singular, -1, kActuationPivot});
  }
  size_ = first_use() + use_.size();
}

void StatusPorts::record(Recorder& recorder, const KinematicsData<R>& data, const VecX<R>& effort) const {
  assert(fits(*robot_, data));
  if (depth_ == StatusDepth::none) return;
  const Robot& robot = *robot_;
  std::vector<std::pair<Port, R>> told;
  std::vector<R> margins{R(1.0)}, shares;
  const auto require = [&](const R& margin) { margins.push_back(margin); };
  const R skewed = rotation_error(data.pose.R);
  require(R(kRotation) - skewed);
  told.push_back({margin_port("rotation", "how far the rotation matrix is from one, squared"), skewed});
  for (const int leg : reaching_) {
    require(data.legs[leg].reach);
    told.push_back({margin_port("reach." + robot.legs[leg].name, "margin of leg " + robot.legs[leg].name + ": below zero out of reach"),
                    data.legs[leg].reach});
  }
  if (gap_) {
    const R open = loop_gap_square(robot, data);
    require(R(kClosedLoop * kClosedLoop) - open);
    told.push_back({margin_port("gap", "largest gap of the loops, squared: rad, or lengths of the robot"), open});
  }
  const auto tell_rank = [&](const Pivots& pivots, double least, const std::string& what) {
    require(pivots.least - R(least * least) * pivots.longest);
    told.push_back({margin_port("pivot." + what, "least pivot, squared, of " + what), pivots.least});
    told.push_back({margin_port("column." + what, "longest column, squared, of " + what), pivots.longest});
  };
  for (const Rank& rank : ranks_) {
    if (rank.status == Status::type1_singular) tell_rank(leg_pivots(robot, rank.leg, data), rank.least, robot.legs[rank.leg].name);
    else if (rank.status == Status::constraint_singular) tell_rank(constraint_pivots(robot, data), rank.least, "constraints");
    else tell_rank(actuation_pivots(robot, data), rank.least, "actuation");
  }
  for (const int k : strokes_) {
    const Actuator& a = robot.actuators[k];
    const JointPosition<R>& q = driven_position(data, a);
    require(stroke_margin(robot, data, k));
    told.push_back({margin_port("stroke." + a.name, "cosine or length of joint " + a.name), a.revolute ? q.c : q.d});
    told.push_back({margin_port("stroke." + a.name + ".sin", "sine of joint " + a.name), a.revolute ? q.s : R(0.0)});
  }
  for (const int k : use_) {
    const Actuator& a = robot.actuators[k];
    R used = 0.0;
    if (a.speed_max < kInfinity) used = absolute(data.dqa(k)) * R(1.0 / a.speed_max);
    if (a.effort_max < kInfinity) used = larger(used, absolute(effort(k)) * R(1.0 / a.effort_max));
    shares.push_back(used);
    told.push_back({margin_port("use." + a.name, "largest share of the limits of speed and effort that " + a.name + " uses"), used});
  }
  const R worst = joined(margins, [](const R& a, const R& b) { return smaller(a, b); });
  margins.insert(margins.end(), shares.begin(), shares.end());
  const R sum = joined(margins, [](const R& a, const R& b) { return a + b; }) + free_joints(robot, data);
  recorder.output(margin_port("margin", "smallest margin: above zero the state is ok but for limits of speed and effort"),
                  if_finite(worst, sum));
  for (const auto& [port, x] : told) recorder.output(port, x);
}

// As `elimination_outcome` has it: the legs, then what is open, then the platform's own ranks.
Outcome StatusPorts::ranks(const double* margins) const {
  Outcome outcome{Status::ok, 1.0};
  const double* m = margins + first_rank();
  for (std::size_t k = 0; k < ranks_.size(); ++k, m += 2) {
    if (k == robot_->legs.size())
      if (const double open = gap(margins); !(open <= kClosedLoop)) return {Status::unreachable, open};
    const double square = m[1] > 0.0 ? m[0] / m[1] : 0.0, distance = square >= 0.0 ? std::sqrt(square) : 0.0;
    if (!(distance > ranks_[k].least)) return {ranks_[k].status, distance, ranks_[k].leg};
    outcome.measure = std::min(outcome.measure, distance);
  }
  const double open = gap(margins);
  return open <= kClosedLoop ? outcome : Outcome{Status::unreachable, open};
}

double StatusPorts::gap(const double* margins) const { return gap_ ? std::sqrt(margins[first_reach() + reaching_.size()]) : 0.0; }

Outcome StatusPorts::strokes(const double* margins) const {
  Outcome worst;
  const double* m = margins + first_stroke();
  for (const int k : strokes_) {
    const Actuator& a = robot_->actuators[k];
    const JointPosition<double> at = a.revolute ? JointPosition<double>{m[0], m[1], 0.0} : JointPosition<double>{1.0, 0.0, m[0]};
    const double q = joint_value(driven_joint(*robot_, a), at), excess = std::max(a.position_min - q, q - a.position_max);
    if (excess > std::max(kStrokeRounding, worst.measure)) worst = {Status::out_of_limits, excess, -1, k};
    m += 2;
  }
  return worst;
}

// Selections, not branches: which actuator uses the most changes from state to state.
Outcome StatusPorts::use(const double* margins) const {
  const double* m = margins + first_use();
  const int count = static_cast<int>(use_.size());
  double most = 0.0;
  int which = -1;
  for (int k = 0; k < count; ++k) {
    which = m[k] > most ? k : which;
    most = m[k] > most ? m[k] : most;
  }
  static_assert(static_cast<int>(Status::ok) == 0);
  const auto status = static_cast<Status>(static_cast<int>(Status::out_of_limits) * static_cast<int>(most > 1.0));
  return {status, most, -1, which < 0 ? -1 : use_[which]};
}

Outcome StatusPorts::reach_and_rank(const double* margins) const {
  if (depth_ == StatusDepth::none) return {};
  if (!(margins[1] < kRotation)) return {Status::unreachable, -kInfinity};
  for (std::size_t k = 0; k < reaching_.size(); ++k)
    if (const double reach = margins[first_reach() + k]; !(reach > kReachMargin)) return {Status::unreachable, reach, reaching_[k]};
  return ranks(margins);
}

// Limits of speed and effort are judged by themselves: states beyond them are common, and cost no more than others.
Outcome StatusPorts::judge(const double* margins) const {
  if (depth_ == StatusDepth::none) return {};
  if (margins[0] > 0.0) {
    if (depth_ == StatusDepth::limits) return use(margins);
    return depth_ == StatusDepth::rank ? ranks(margins) : Outcome{};
  }
  const Outcome rank = reach_and_rank(margins);
  if (!rank.ok()) return rank;
  if (std::isnan(margins[0])) return {Status::unreachable, margins[0]};  // an input or a result is no number
  const Outcome stroke = strokes(margins);
  if (!stroke.ok()) return stroke;
  return depth_ == StatusDepth::limits ? use(margins) : depth_ == StatusDepth::rank ? rank : Outcome{};
}

}  // namespace gough
