#include "gough/program/status_ports.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

using R = Recorded;

constexpr double kGap = 1e-9;              // open loops, rad or robot lengths, above which a pose is unreachable
constexpr double kRotation = 1e-12;        // of rotation_error
constexpr double kStrokeRounding = 1e-12;  // beyond a stroke that is rounding

R larger(const R& a, const R& b) { return -smaller(-a, -b); }
R absolute(const R& x) { return copysign(x, R(1.0)); }

double per_metre(const Robot& robot, int component) {
  const bool angular = component < 6 ? component >= 3 : robot.nacelle.joints[component - 6].revolute;
  return angular ? 1.0 / robot.length : 1.0;
}

// By halves, so that few wait for one another.
R smallest(std::vector<R> x) {
  while (x.size() > 1) {
    const std::size_t half = (x.size() + 1) / 2;
    for (std::size_t k = 0; k + half < x.size(); ++k) x[k] = smaller(x[k], x[k + half]);
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

// Least pivot and longest column of a factored matrix, squared, metres and radians compared by `scale`.
struct Pivots {
  R least = kInfinity, longest = 0.0;

  template <class Scale>
  Pivots(const HouseholderQr<R>& qr, const Scale& scale) {
    for (Eigen::Index c = 0; c < qr.diagonal.size(); ++c) {
      const R unit = scale(static_cast<int>(c)) * scale(static_cast<int>(c));
      const R diagonal = qr.diagonal(c) * qr.diagonal(c);
      R column = diagonal;  // from R: qr.norm of a lone entry knows only itself
      for (Eigen::Index i = 0; i < c; ++i) column += qr.a(i, c) * qr.a(i, c);
      least = c == 0 ? unit * diagonal : smaller(least, unit * diagonal);
      longest = c == 0 ? unit * column : larger(longest, unit * column);
    }
  }
};

// Whether the inputs may be off the manifold that the legs leave to the platform. Where Ψ is constant PosePorts::holds tells.
bool may_be_open(const Robot& robot) {
  for (const Leg& leg : robot.legs)
    if (!leg.solver.closed_form) return true;
  return !robot.mobility.constant && !robot.mobility.dependent.empty();
}

// Limits of a revolute joint on the turn about home in which its value is told: the middle and half of the width.
struct Arc {
  double middle = 0.0, half = kPi;

  explicit Arc(const Robot& robot, const Actuator& a) {
    const double home = robot.legs[a.leg].joints[a.joint].home_value;
    const double low = std::max(a.position_min, home - kPi), high = std::min(a.position_max, home + kPi);
    middle = 0.5 * (low + high);
    half = 0.5 * (high - low);
  }
};

bool has_stroke(const Robot& robot, const Actuator& a) {
  if (a.revolute) return Arc(robot, a).half < kPi;
  return a.position_min > -kInfinity || a.position_max < kInfinity;
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

R StatusPorts::stroke_margin(const KinematicsData<R>& data, int actuator) const {
  const Actuator& a = robot_->actuators[actuator];
  const JointPosition<R>& q = data.legs[a.leg].q[a.joint];
  if (a.revolute) {
    const Joint& joint = robot_->legs[a.leg].joints[a.joint];
    const Arc arc(*robot_, a);
    const double inside = arc.middle - joint.home_value + std::atan2(joint.home.s, joint.home.c);  // as (cos, sin) count it
    return R(std::cos(inside)) * q.c + R(std::sin(inside)) * q.s - R(std::cos(arc.half) - kStrokeRounding);
  }
  if (a.position_max == kInfinity) return q.d - R(a.position_min - kStrokeRounding);
  const R above = R(a.position_max + kStrokeRounding) - q.d;
  return a.position_min == -kInfinity ? above : smaller(above, q.d - R(a.position_min - kStrokeRounding));
}

void StatusPorts::record(Recorder& recorder, const KinematicsData<R>& data, const VecX<R>& effort) const {
  if (depth_ == StatusDepth::none) return;
  const Robot& robot = *robot_;
  std::vector<std::pair<Port, R>> told;
  std::vector<R> margins{R(1.0)};
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
    require(R(kGap * kGap) - open);
    told.push_back({margin_port("gap", "largest gap of the loops, squared: rad, or lengths of the robot"), open});
  }
  const auto tell_rank = [&](const Pivots& pivots, double least, const std::string& what) {
    require(pivots.least - R(least * least) * pivots.longest);
    told.push_back({margin_port("pivot." + what, "least pivot, squared, of " + what), pivots.least});
    told.push_back({margin_port("column." + what, "longest column, squared, of " + what), pivots.longest});
  };
  for (const Rank& rank : ranks_) {
    if (rank.status == Status::type1_singular) {
      const Leg& leg = robot.legs[rank.leg];
      const auto scale = [&](int c) { return leg.joints[column_of(leg, c)].revolute ? 1.0 : robot.length; };
      tell_rank(Pivots(data.legs[rank.leg].J, scale), rank.least, leg.name);
    } else if (rank.status == Status::constraint_singular) {
      tell_rank(Pivots(data.Cd, [&](int c) { return per_metre(robot, robot.mobility.dependent[c]); }), rank.least, "constraints");
    } else {
      tell_rank(Pivots(data.Jinv_qr, [&](int c) { return per_metre(robot, robot.mobility.free[c].index); }), rank.least, "actuation");
    }
  }
  for (const int k : strokes_) {
    const Actuator& a = robot.actuators[k];
    const JointPosition<R>& q = data.legs[a.leg].q[a.joint];
    require(stroke_margin(data, k));
    told.push_back({margin_port("stroke." + a.name, "cosine or length of joint " + a.name), a.revolute ? q.c : q.d});
    told.push_back({margin_port("stroke." + a.name + ".sin", "sine of joint " + a.name), a.revolute ? q.s : R(0.0)});
  }
  for (const int k : use_) {
    const Actuator& a = robot.actuators[k];
    R used = 0.0;
    if (a.speed_max < kInfinity) used = absolute(data.dqa(k)) * R(1.0 / a.speed_max);
    if (a.effort_max < kInfinity) used = larger(used, absolute(effort(k)) * R(1.0 / a.effort_max));
    require(R(1.0) - used);
    told.push_back({margin_port("use." + a.name, "largest share of the limits of speed and effort that " + a.name + " uses"), used});
  }
  recorder.output(margin_port("margin", "smallest margin: above zero the state is ok"), smallest(margins));
  for (const auto& [port, x] : told) recorder.output(port, x);
}

// As `elimination_outcome` has it: the legs, then what is open, then the platform's own ranks.
Outcome StatusPorts::ranks(const double* margins) const {
  Outcome outcome{Status::ok, 1.0};
  const double* m = margins + first_rank();
  for (std::size_t k = 0; k < ranks_.size(); ++k, m += 2) {
    if (k == robot_->legs.size())
      if (const double open = gap(margins); !(open <= kGap)) return {Status::unreachable, open};
    const double square = m[1] > 0.0 ? m[0] / m[1] : 0.0, distance = square >= 0.0 ? std::sqrt(square) : 0.0;
    if (!(distance > ranks_[k].least)) return {ranks_[k].status, distance, ranks_[k].leg};
    outcome.measure = std::min(outcome.measure, distance);
  }
  const double open = gap(margins);
  return open <= kGap ? outcome : Outcome{Status::unreachable, open};
}

double StatusPorts::gap(const double* margins) const { return gap_ ? std::sqrt(margins[first_reach() + reaching_.size()]) : 0.0; }

Outcome StatusPorts::strokes(const double* margins) const {
  Outcome worst;
  const double* m = margins + first_stroke();
  for (const int k : strokes_) {
    const Actuator& a = robot_->actuators[k];
    const JointPosition<double> at = a.revolute ? JointPosition<double>{m[0], m[1], 0.0} : JointPosition<double>{1.0, 0.0, m[0]};
    const double q = joint_value(robot_->legs[a.leg].joints[a.joint], at), excess = std::max(a.position_min - q, q - a.position_max);
    if (excess > std::max(kStrokeRounding, worst.measure)) worst = {Status::out_of_limits, excess, -1, k};
    m += 2;
  }
  return worst;
}

// Selections, not branches: which actuator uses the most changes from state to state.
Outcome StatusPorts::use(const double* margins) const {
  const double* m = margins + first_use();
  double most = 0.0;
  int actuator = -1;
  for (std::size_t k = 0; k < use_.size(); ++k) {
    const bool more = m[k] > most;
    most = more ? m[k] : most;
    actuator = more ? use_[k] : actuator;
  }
  return {most > 1.0 ? Status::out_of_limits : Status::ok, most, -1, actuator};
}

Outcome StatusPorts::reach_and_rank(const double* margins) const {
  if (!(margins[1] < kRotation)) return {Status::unreachable, -kInfinity};
  for (std::size_t k = 0; k < reaching_.size(); ++k)
    if (const double reach = margins[first_reach() + k]; !(reach > kReachMargin)) return {Status::unreachable, reach, reaching_[k]};
  return ranks(margins);
}

Outcome StatusPorts::judge(const double* margins) const {
  if (depth_ == StatusDepth::none) return {};
  if (margins[0] > 0.0) {
    if (depth_ == StatusDepth::limits) return use(margins);
    return depth_ == StatusDepth::rank ? ranks(margins) : Outcome{};
  }
  const Outcome rank = reach_and_rank(margins);
  if (!rank.ok()) return rank;
  const Outcome stroke = strokes(margins);
  if (!stroke.ok()) return stroke;
  return depth_ == StatusDepth::limits ? use(margins) : depth_ == StatusDepth::rank ? rank : Outcome{};
}

}  // namespace gough
