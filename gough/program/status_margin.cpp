#include "gough/program/status_margin.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <optional>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/tip_residuals.hpp"
#include "gough/program/pose_ports.hpp"
#include "gough/program/status_parts.hpp"

namespace gough {
namespace {

using R = Recorded;

constexpr int kLargestDeterminant = 5;  // beyond, a factorisation is cheaper

// As many rows as there are columns, those whose pivots are largest.
std::vector<int> best_rows(MatX<double> a) {
  std::vector<int> out;
  for (Eigen::Index c = 0; c < a.cols(); ++c) {
    Eigen::Index best = 0;
    a.rowwise().squaredNorm().maxCoeff(&best);
    out.push_back(static_cast<int>(best));
    const Eigen::RowVectorXd row = a.row(best) / std::max(1e-300, a.row(best).norm());
    a -= (a * row.transpose()).eval() * row;
  }
  std::sort(out.begin(), out.end());
  return out;
}

// By cofactors of the first row; what occurs twice is recorded once.
R determinant(const MatX<R>& a) {
  const Eigen::Index n = a.rows();
  if (n == 1) return a(0, 0);
  R out = 0.0;
  for (Eigen::Index c = 0; c < n; ++c) {
    if (always_zero(a(0, c))) continue;
    MatX<R> minor(n - 1, n - 1);
    for (Eigen::Index k = 0; k < n; ++k)
      if (k != c) minor.col(k < c ? k : k - 1) = a.col(k).tail(n - 1);
    const R term = a(0, c) * determinant(minor);
    out = c % 2 == 0 ? out + term : out - term;
  }
  return out;
}

R square(const R& x) { return x * x; }

// Farthest that a point of a nacelle body is from the platform's origin, or from a joint of the nacelle; 0 where that joint does not move
// it, and nothing where joints slide.
std::optional<double> farthest(const Robot& robot, const TipSide& side, int component) {
  double out = side.frame.p.norm();
  for (int body = side.body; body > 0; body = robot.nacelle.joint(body).parent) {
    if (!robot.nacelle.joint(body).revolute) return std::nullopt;
    if (component == robot.nacelle.column(body)) return out;
    out += robot.nacelle.joint(body).placement.p.norm();
  }
  return component < 6 ? out : 0.0;
}

// No column of C, of one component and scaled to metres, is longer, squared: every row is a unit vector times the motion of a tip, or of
// the sides of a loop. Nothing where a joint of the nacelle slides.
std::optional<double> constraint_bound(const Robot& robot, int component) {
  double out = 0.0;
  const auto add = [&](TipKind kind, double arm) { out += component < 3 ? 1.0 : arm * arm + angular_rows(kind); };
  for (const Leg& leg : robot.legs)
    for (const Tip& tip : leg.tips) {
      const std::optional<double> arm = farthest(robot, tip.nacelle, component);
      if (!arm) return std::nullopt;
      if (component < 6 || tip.nacelle.body > 0) add(tip.kind, *arm);
    }
  for (const NacelleLoop& loop : robot.nacelle.loops) {
    const auto a = farthest(robot, loop.a, component), b = farthest(robot, loop.b, component);
    if (!a || !b) return std::nullopt;
    if (component >= 6) add(loop.kind, *a + *b);
  }
  return out * std::pow(per_metre(robot, component), 2);
}

// No column of a leg's J is longer, squared, or nothing where a joint slides: tips move about joints by the links between.
std::optional<double> leg_bound(const Leg& leg) {
  double out = 0.0;
  for (const Joint& joint : leg.joints)
    if (!joint.revolute) return std::nullopt;
  for (int j = 0; j < leg.freedoms(); ++j) {
    double column = 0.0;
    for (const Tip& tip : leg.tips) {
      double arm = tip.leg.frame.p.norm();
      for (auto at = tip.path.rbegin(); at != tip.path.rend() && *at != j; ++at) arm += leg.joints[*at].placement.p.norm();
      if (std::find(tip.path.begin(), tip.path.end(), j) != tip.path.end()) column += arm * arm + angular_rows(tip.kind);
    }
    out = std::max(out, column);
  }
  return out;
}

R rank_margin(const Pivots& pivots, double least) { return pivots.least - R(least * least) * pivots.longest; }

}  // namespace

StatusMargin::StatusMargin(const Robot& robot, StatusDepth depth, const StatusTolerance& tolerance)
    : robot_(robot), depth_(depth), tolerance_(tolerance) {
  const Mobility& m = robot.mobility;
  KinematicsData<double> data(robot);
  (void)position(robot, robot.home, data);
  MatX<double> dependent(data.C.rows(), static_cast<Eigen::Index>(m.dependent.size()));
  for (std::size_t k = 0; k < m.dependent.size(); ++k)
    dependent.col(static_cast<Eigen::Index>(k)) = per_metre(robot, m.dependent[k]) * data.C.col(m.dependent[k]);
  constraint_rows_ = best_rows(dependent);
  find_constraint_determinant(dependent);
  if (static_cast<int>(robot.actuators.size()) >= m.n) actuator_rows_ = best_rows(data.Jinv);
}

// A pivot is no less than the determinant over the other columns' lengths.
void StatusMargin::find_constraint_determinant(const MatX<double>& home) {
  double product = 1.0, longest = 0.0, shortest = kInfinity;
  for (const int component : robot_.mobility.dependent) {
    const std::optional<double> bound = constraint_bound(robot_, component);
    if (!bound) return;
    product *= *bound;
    longest = std::max(longest, *bound);
    shortest = std::min(shortest, *bound);
  }
  const auto n = static_cast<Eigen::Index>(constraint_rows_.size());
  if (n == 0 || n > kLargestDeterminant) return;
  MatX<double> a(n, n);
  for (Eigen::Index r = 0; r < n; ++r) a.row(r) = home.row(constraint_rows_[r]);
  const double enough = std::pow(tolerance_.pivots * kConstraintPivot, 2) * product * longest / shortest;
  if (std::pow(a.determinant(), 2) > 1e3 * enough) constraint_determinant_ = enough;
}

// Every axis has its own pivot: no determinant is needed, and most of the pivots are constants.
R StatusMargin::leg_rank(int index, const KinematicsData<R>& data) const {
  const Leg& leg = robot_.legs[index];
  const std::optional<double> bound = leg_bound(leg);
  if (!bound) return rank_margin(leg_pivots(robot_, index, data), tolerance_.pivots * kLegPivot);
  const double enough = std::pow(tolerance_.pivots * kLegPivot, 2) * *bound;
  R least = 1.0;
  const VecX<R>& diagonal = data.legs[index].J.diagonal;
  for (Eigen::Index c = 0; c < diagonal.size(); ++c)
    if (const R square = diagonal(c) * diagonal(c); !square.known() || square.value <= enough) least = smaller(square, least);
  return least - R(enough);
}

R StatusMargin::constraint_rank(const KinematicsData<R>& data) const {
  const std::vector<int>& dependent = robot_.mobility.dependent;
  const int n = static_cast<int>(dependent.size());
  if (constraint_determinant_ == 0.0) return rank_margin(constraint_pivots(robot_, data), tolerance_.pivots * kConstraintPivot);
  MatX<R> a(n, n);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) a(r, c) = R(per_metre(robot_, dependent[c])) * data.C(constraint_rows_[r], dependent[c]);
  return square(determinant(a)) - R(constraint_determinant_);
}

R StatusMargin::actuation_rank(const KinematicsData<R>& data) const {
  const int n = robot_.mobility.n;
  if (n > kLargestDeterminant) return rank_margin(actuation_pivots(robot_, data), tolerance_.pivots * kActuationPivot);
  MatX<R> scaled = data.Jinv, a(n, n);
  R longest = 0.0;  // all columns together
  for (int c = 0; c < n; ++c) {
    scaled.col(c) *= R(per_metre(robot_, robot_.mobility.free[c].index));
    for (Eigen::Index r = 0; r < scaled.rows(); ++r) longest += square(scaled(r, c));
  }
  for (int r = 0; r < n; ++r) a.row(r) = scaled.row(actuator_rows_[r]);
  R enough = std::pow(tolerance_.pivots * kActuationPivot, 2);
  for (int c = 0; c < n; ++c) enough = enough * longest;
  return square(determinant(a)) - enough;
}

// Adds to `sum` a number of each leg that is none where the leg does not reach.
R StatusMargin::ranks(const KinematicsData<R>& data, R& sum) const {
  R worst = 1.0;
  const auto require = [&](const R& margin) {
    worst = smaller(margin, worst);
    sum += margin;
  };
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) require(leg_rank(static_cast<int>(i), data));
  if (may_be_open(robot_)) require(R(tolerance_.closed * tolerance_.closed) - loop_gap_square(robot_, data));
  if (!robot_.mobility.dependent.empty()) require(constraint_rank(data));
  if (!actuator_rows_.empty()) require(actuation_rank(data));
  return worst;
}

R StatusMargin::limits(const KinematicsData<R>& data, const VecX<R>& effort) const {
  R worst = 1.0;
  const auto require = [&](const R& margin) { worst = smaller(margin, worst); };
  for (int k = 0; k < static_cast<int>(robot_.actuators.size()); ++k) {
    const Actuator& a = robot_.actuators[k];
    if (has_stroke(robot_, a)) require(stroke_margin(robot_, data, k));
    if (depth_ != StatusDepth::limits) continue;
    if (a.speed_max < kInfinity) require(R(a.speed_max * a.speed_max) - data.dqa(k) * data.dqa(k));
    if (a.effort_max < kInfinity) require(R(a.effort_max * a.effort_max) - effort(k) * effort(k));
  }
  return worst;
}

void StatusMargin::record(Recorder& recorder, const KinematicsData<R>& data, const VecX<R>& effort) const {
  R sum = recorder.sum_of_outputs(), margin = 1.0;
  if (depth_ != StatusDepth::geometry) margin = ranks(data, sum);
  margin = if_finite(margin, sum);
  const bool geometry = depth_ == StatusDepth::geometry;
  recorder.output({geometry ? "reached" : "margin", "1", PortKind::margin, 0, "above zero the pose is reached and regular"}, margin);
  recorder.output({geometry ? "strokes" : "limits", "1", PortKind::margin, 1, "above zero no limit is exceeded"}, limits(data, effort));
}

Program record_status(const Robot& robot, const StatusTolerance& tolerance) {
  Recorder recorder(robot.name + "_status");
  KinematicsData<R> data(robot);
  R reach = 1.0, legs = 1.0, sum = 0.0;
  for (const R& input : PosePorts(robot).record(recorder, data)) sum += input;  // what is no number reaches nothing
  inverse_geometry_closed(robot, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    if (!robot.legs[i].solver.closed_form) place_leg(robot.legs[i], data.legs[i]);
  eliminate(robot, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    if (robot.legs[i].solver.closed_form) reach = smaller(data.legs[i].reach - R(kReachMargin), reach);
    sum += data.legs[i].reach;
    legs = smaller(rank_margin(leg_pivots(robot, static_cast<int>(i), data), tolerance.pivots * kLegPivot), legs);
  }
  const auto tell = [&](const char* name, const R& x) { recorder.output({name, "1", PortKind::margin}, x); };
  tell("reach", if_finite(reach, sum));
  tell("type1", legs);
  tell("gap", may_be_open(robot) ? R(tolerance.closed * tolerance.closed) - loop_gap_square(robot, data) : R(1.0));
  tell("constraint",
       robot.mobility.dependent.empty() ? R(1.0) : rank_margin(constraint_pivots(robot, data), tolerance.pivots * kConstraintPivot));
  const bool held = static_cast<int>(robot.actuators.size()) >= robot.mobility.n;
  tell("type2", held ? rank_margin(actuation_pivots(robot, data), tolerance.pivots * kActuationPivot) : R(1.0));
  return recorder.finish();
}

}  // namespace gough
