#include "gough/program/status_margin.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <map>
#include <optional>

#include "gough/kinematics/elimination.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/tip_residuals.hpp"
#include "gough/model/pose_coordinates.hpp"
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
  for (const TreeLoop& loop : robot.nacelle.loops) {
    const auto a = farthest(robot, loop.a, component), b = farthest(robot, loop.b, component);
    if (!a || !b) return std::nullopt;
    if (component >= 6) add(loop.kind, *a + *b);
  }
  return out * std::pow(per_metre(robot, component), 2);
}

// No column of a leg's J, scaled to radians, is longer, squared: tips move about joints by the links between. Nothing where a joint slides
// between a revolute and a tip, or the leg has loops, couplings or helical joints.
std::optional<double> leg_bound(const Robot& robot, const Leg& leg) {
  if (!leg.loops.empty() || !leg.couplings.empty()) return std::nullopt;
  if (std::any_of(leg.joints.begin(), leg.joints.end(), [](const Joint& joint) { return joint.helical(); })) return std::nullopt;
  double out = 0.0;
  for (int j = 0; j < leg.freedoms(); ++j) {
    double column = 0.0;
    for (const Tip& tip : leg.tips) {
      if (std::find(tip.path.begin(), tip.path.end(), j) == tip.path.end()) continue;
      double arm = tip.leg.frame.p.norm();
      for (auto at = tip.path.rbegin(); at != tip.path.rend() && *at != j; ++at) {
        if (!leg.joints[*at].revolute && leg.joints[j].revolute) return std::nullopt;
        arm += leg.joints[*at].placement.p.norm();
      }
      column += leg.joints[j].revolute ? arm * arm + angular_rows(tip.kind) : robot.length * robot.length;
    }
    out = std::max(out, column);
  }
  return out;
}

// What vanishes where tips and loops are closed: distances over the robot's length, sines, what axes that point against each other have,
// and how far cosines and sines are from a length of one (as in loop_gap_square).
std::vector<R> all_openings(const Robot& robot, KinematicsData<R> data) {
  std::vector<R> out;
  const auto add = [&](TipKind kind, const VecX<R>& rows, int first, const Placement<R>& near, const Placement<R>& far) {
    for (int k = 0; k < 3 + angular_rows(kind); ++k) out.push_back(k < 3 ? rows(first + k) * R(1.0 / robot.length) : rows(first + k));
    R cosines = 0.0;  // of the axes that the tip ties
    for (int k = kind == TipKind::rigid ? 0 : 2; k < 3 && angular_rows(kind) >= 2; ++k) cosines += near.R.col(k).dot(far.R.col(k));
    if (angular_rows(kind) >= 2) out.push_back(kind == TipKind::rigid ? (R(3.0) - cosines) / R(2.0) : R(1.0) - cosines);
  };
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const Leg& leg = robot.legs[i];
    tip_residuals(leg, data.nacelle, data.legs[i]);
    int row = 0;
    for (const Tip& tip : leg.tips) {
      add(tip.kind, data.legs[i].residual, row, tip_frame(tip.leg, data.legs[i].body), tip_frame(tip.nacelle, data.nacelle.body));
      row += rows(tip.kind);
    }
    for (const LegLoop& loop : leg.loops) {
      add(loop.kind, data.legs[i].residual, row, tip_frame(loop.a, data.legs[i].body), tip_frame(loop.b, data.legs[i].body));
      row += rows(loop.kind);
    }
    for (const Coupling& coupling : leg.couplings)
      for (const R& open : coupling_openings(robot, leg, coupling, data.legs[i])) out.push_back(open);
    for (int j = 0; j < leg.freedoms(); ++j)
      if (const JointPosition<R>& q = data.legs[i].q[j]; leg.joints[j].revolute) out.push_back(q.c * q.c + q.s * q.s - R(1.0));
  }
  int row = 0;
  for (const TreeLoop& loop : robot.nacelle.loops) row += rows(loop.kind);
  VecX<R> residual = VecX<R>::Zero(row);
  loop_residuals(robot, data.nacelle, residual, 0);
  row = 0;
  for (const TreeLoop& loop : robot.nacelle.loops) {
    add(loop.kind, residual, row, tip_frame(loop.a, data.nacelle.body), tip_frame(loop.b, data.nacelle.body));
    row += rows(loop.kind);
  }
  return out;
}

// Inverse geometry and what it moves, as `record_position` has them.
void record_pose(const Robot& robot, Recorder& recorder, KinematicsData<R>& data) {
  PosePorts(robot).record(recorder, data);
  inverse_geometry_closed(robot, data);
  for (std::size_t i = 0; i < robot.legs.size(); ++i)
    if (!robot.legs[i].solver.closed_form) place_leg(robot.legs[i], data.legs[i]);
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
  if (static_cast<int>(robot.actuators.size()) >= m.n) {
    MatX<double> scaled = data.Jinv;
    for (std::size_t a = 0; a < robot.actuators.size(); ++a) scaled.row(a) *= actuator_unit(robot, a);
    actuator_rows_ = best_rows(scaled);
  }
  if (depth != StatusDepth::geometry && may_be_open(robot)) find_openings();
}

// Seeded poses, most of them beside the manifold, tell what the closed forms leave open. Where a leg's joints are inputs all may be.
void StatusMargin::find_openings() {
  Recorder recorder("openings");
  KinematicsData<R> recorded(robot_);
  record_pose(robot_, recorder, recorded);
  eliminate(robot_, recorded);
  for (const R& x : all_openings(robot_, recorded)) recorder.output("opening", "1", x);
  const Program program = recorder.finish();
  std::vector<bool> opens(program.outputs.size(), false);
  for (const Leg& leg : robot_.legs)
    if (!leg.solver.closed_form) opens.assign(opens.size(), true);
  std::mt19937_64 random(1);
  constexpr int kPoses = 400;
  for (int s = 0; s < kPoses && std::count(opens.begin(), opens.end(), false) > 0; ++s) {
    VecX<double> step = (3.0 * (s + 1) / kPoses) * random_vector(robot_.nacelle.freedoms(), random);
    for (Eigen::Index c = 0; c < step.size(); ++c)
      if (!robot_.nacelle.angular(static_cast<int>(c))) step(c) *= 0.2 * robot_.length;
    std::vector<double> in(program.inputs.size());
    PosePorts(robot_).fill(moved(robot_, robot_.home, step), in.data());
    const std::vector<double> out = program.evaluate(in);
    for (std::size_t k = 0; k < out.size(); ++k) opens[k] = opens[k] || std::abs(out[k]) > 1e-11;
  }
  for (std::size_t k = 0; k < opens.size(); ++k)
    if (opens[k]) openings_.push_back(static_cast<int>(k));
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

// Every axis has its own pivot: no determinant is needed, and most of the pivots are constants. Legs of equal sizes are compared at once.
R StatusMargin::leg_ranks(const KinematicsData<R>& data) const {
  R worst = 1.0;
  std::map<double, R> least;  // square of a pivot, by what suffices
  for (int i = 0; i < static_cast<int>(robot_.legs.size()); ++i) {
    const Leg& leg = robot_.legs[i];
    const std::optional<double> bound = leg_bound(robot_, leg);
    if (!bound) {
      worst = smaller(rank_margin(leg_pivots(robot_, i, data), tolerance_.pivots * kLegPivot), worst);
      continue;
    }
    double enough = std::pow(tolerance_.pivots * kLegPivot, 2) * *bound;
    for (const auto& [other, square] : least)
      if (std::abs(other - enough) < 1e-9 * enough) enough = std::max(enough, other) == other ? other : enough;
    const VecX<R>& diagonal = data.legs[i].J.diagonal;
    for (int c = 0; c < diagonal.size(); ++c) {
      const double unit = per_radian(robot_, leg, c);
      const R square = R(unit * unit) * (diagonal(c) * diagonal(c));
      if (square.known() && square.value > enough) continue;
      const auto [at, first] = least.emplace(enough, square);
      if (!first) at->second = smaller(square, at->second);
    }
  }
  for (const auto& [enough, square] : least) worst = smaller(square - R(enough), worst);
  return worst;
}

R StatusMargin::closed(const KinematicsData<R>& data) const {
  const std::vector<R> all = all_openings(robot_, data);
  R sum = 0.0;
  for (const int k : openings_) sum += square(all[k]);
  return R(tolerance_.closed * tolerance_.closed) - sum;
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
  for (std::size_t a = 0; a < robot_.actuators.size(); ++a) scaled.row(a) *= R(actuator_unit(robot_, a));
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

// Adds to `sum` what is no number where one of the others is none.
R StatusMargin::ranks(const KinematicsData<R>& data, R& sum) const {
  R worst = leg_ranks(data);
  const auto require = [&](const R& margin) {
    worst = smaller(margin, worst);
    sum += margin;
  };
  if (!openings_.empty()) require(closed(data));
  if (!robot_.mobility.dependent.empty()) require(constraint_rank(data));
  if (!actuator_rows_.empty()) require(actuation_rank(data));
  return worst;
}

// Actuators of equal strokes are compared at once.
R StatusMargin::strokes(const KinematicsData<R>& data) const {
  R worst = 1.0;
  std::vector<bool> seen(robot_.actuators.size(), false);
  for (std::size_t k = 0; k < seen.size(); ++k) {
    const Actuator& a = robot_.actuators[k];
    if (seen[k] || !has_stroke(robot_, a)) continue;
    const double half = a.revolute ? StrokeArc(robot_, a).half : 0.0;
    R least = stroke_place(robot_, data, static_cast<int>(k)), most = least;
    for (std::size_t other = k + 1; other < seen.size(); ++other) {
      const Actuator& b = robot_.actuators[other];
      const bool same = a.revolute ? b.revolute && std::abs(StrokeArc(robot_, b).half - half) < 1e-15
                                   : !b.revolute && b.position_min == a.position_min && b.position_max == a.position_max;
      if (!same || !has_stroke(robot_, b)) continue;
      seen[other] = true;
      const R place = stroke_place(robot_, data, static_cast<int>(other));
      least = smaller(place, least);
      most = larger(place, most);
    }
    if (a.revolute) worst = smaller(least - R(std::cos(half) - kStrokeRounding), worst);
    else {
      if (a.position_min > -kInfinity) worst = smaller(least - R(a.position_min - kStrokeRounding), worst);
      if (a.position_max < kInfinity) worst = smaller(R(a.position_max + kStrokeRounding) - most, worst);
    }
  }
  return worst;
}

R StatusMargin::limits(const KinematicsData<R>& data, const VecX<R>& effort) const {
  R worst = strokes(data);
  const auto require = [&](const R& margin) { worst = smaller(margin, worst); };
  for (int k = 0; k < static_cast<int>(robot_.actuators.size()) && depth_ == StatusDepth::limits; ++k) {
    const Actuator& a = robot_.actuators[k];
    if (a.speed_max < kInfinity) require(R(a.speed_max * a.speed_max) - data.dqa(k) * data.dqa(k));
    if (a.effort_max < kInfinity) require(R(a.effort_max * a.effort_max) - effort(k) * effort(k));
  }
  return worst;
}

void StatusMargin::record(Recorder& recorder, const KinematicsData<R>& data, const VecX<R>& effort, const R& given) const {
  assert(fits(robot_, data));
  R sum = given + free_joints(robot_, data), margin = 1.0;
  for (std::size_t i = 0; i < robot_.legs.size(); ++i) {  // what is no number where the leg does not reach
    bool actuated = false;
    for (std::size_t k = 0; k < robot_.actuators.size(); ++k) {
      const Actuator& a = robot_.actuators[k];
      if (a.leg != static_cast<int>(i)) continue;
      const JointPosition<R>& q = driven_position(data, a);
      sum += has_stroke(robot_, a) ? stroke_place(robot_, data, static_cast<int>(k)) : a.revolute ? q.c + q.s : q.d;
      actuated = true;
    }
    for (Eigen::Index c = 0; !actuated && depth_ != StatusDepth::geometry && c < data.legs[i].J.diagonal.size(); ++c)
      sum += data.legs[i].J.diagonal(c);
  }
  if (depth_ != StatusDepth::geometry) margin = ranks(data, sum);
  margin = margin - R(1e-300) * sum * sum;
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
