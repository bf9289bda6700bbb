#include "gough/assembly/leg_closing.hpp"

#include <fmt/format.h>

#include <random>

#include "gough/assembly/loop_builder.hpp"
#include "gough/kinematics/leg_newton.hpp"
#include "gough/kinematics/placement.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/tip_rows.hpp"
#include "gough/kinematics/tip_sides.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

constexpr double kAsExact = 1e-15;  // what Newton's method would not better but for chance

// Whether an open leg stands where no motion of its joints brings it nearer, but for rounding: only chance would tell which way it goes.
bool pulls_nowhere(const Robot& robot, const Leg& leg, const NacelleData<double>& nacelle, LegData<double>& data) {
  place_leg(leg, data);
  tip_residuals(leg, nacelle, data);
  tip_jacobian(leg, nacelle, data);
  double pull = 0.0, size = 0.0, open = 0.0;
  for_each_row(leg, [&](int row, bool is_length) {
    if (is_length) open += std::abs(data.residual(row));
  });
  if (open < kClosure * robot.length) return false;
  for (int j = 0; j < leg.freedoms(); ++j) {
    const double along = data.J.a.col(j).dot(data.residual), whole = data.J.a.col(j).norm() * data.residual.norm();
    pull = std::max(pull, std::abs(along));
    size = std::max(size, whole);
  }
  return pull < 1e-9 * size;
}

// Newton from where the file starts the joints. Where that is a stalemate (a leg aimed straight at its target cannot tell which way to
// bend), the joints are pushed to their positive side, the first one first; then from seeded starts beside it, in growing circles.
void start_leg(const Robot& robot, const Leg& leg, const std::vector<double>& start, const NacelleData<double>& nacelle,
               LegData<double>& data) {
  std::mt19937_64 random(1);
  LegData<double> best;
  double least = kInfinity;
  const int n = leg.freedoms();
  const auto put = [&](const VecX<double>& aside) {
    for (int j = 0; j < n; ++j)
      data.q[j] = leg.joints[j].revolute ? revolute_position(start[j] + aside(j)) : prismatic_position(start[j] + robot.length * aside(j));
  };
  put(VecX<double>::Zero(n));
  const bool stalemate = pulls_nowhere(robot, leg, nacelle, data);
  for (int attempt = 0; attempt < 40 + n; ++attempt) {
    VecX<double> aside = VecX<double>::Zero(n);
    if (attempt > 0 && attempt <= n) aside(attempt - 1) = 0.1;
    if (attempt > n) aside = 0.02 * (attempt - n) * random_vector(n, random);
    if (attempt == 0 && stalemate) continue;
    put(aside);
    if (attempt == 0 && tip_gap(robot, leg, nacelle, data) < kAsExact) return;  // a copy: the same numbers as the first one's
    const Outcome outcome = newton_leg(robot, leg, nacelle, data);
    const double left = tips_aligned(leg, nacelle, data) ? outcome.measure : kInfinity;
    if (left < least || best.q.empty()) best = data;
    least = std::min(least, left);
    if (least <= 1e-12) break;
  }
  data = best;
}

// A position to a grid just above rounding, so that joints which are alike but for the order of sums are the same numbers.
JointPosition<double> without_chance(const Joint& joint, double length, const JointPosition<double>& q) {
  const auto on_grid = [](double x, double step) { return std::nearbyint(x / step) * step; };
  if (!joint.revolute) return prismatic_position(on_grid(q.d, std::exp2(std::round(std::log2(length)) - 50)));
  return revolute_position(on_grid(std::atan2(q.s, q.c), std::exp2(-50)));
}

// Closes one leg at home from `start`, where it leaves the positions of the closed joints, then fixes the leg-side axes of its tips as they
// stand there. Returns how far its tips stay from their points, or the sides of its loops from each other.
WidestGap close_leg(Robot& robot, const DrawnLeg& drawn, std::vector<double>& start, int index, KinematicsData<double>& data) {
  Leg& leg = robot.legs[index];
  Leg points = leg;  // tips whose axes are still to be fixed carry only their point
  points.rows = 0;
  for (std::size_t t = 0; t < points.tips.size(); ++t) {
    if (drawn.freeze[t]) points.tips[t].kind = TipKind::spherical;
    points.rows += rows(points.tips[t].kind);
  }
  points.couplings.clear();  // they count from home, where all is 0
  for (LegLoop& loop : points.loops) {
    loop.kind = TipKind::spherical;
    points.rows += rows(loop.kind);
  }
  LegData<double>& d = data.legs[index];
  LegData<double> trial = d;
  trial.J.resize(points.rows, points.freedoms());
  trial.residual.setZero(points.rows);
  start_leg(robot, points, start, data.nacelle, trial);
  WidestGap widest{static_cast<std::size_t>(index)};
  int row = 0;
  const auto see = [&](TipKind kind, int loop) {
    const double gap = trial.residual.segment<3>(row).norm();
    if (gap > widest.gap) widest.gap = gap, widest.loop = loop;
    row += rows(kind);
  };
  for (const Tip& tip : points.tips) see(tip.kind, -1);
  for (std::size_t l = 0; l < points.loops.size(); ++l) see(points.loops[l].kind, static_cast<int>(l));
  double skew = 0.0;
  for (const Tip& tip : points.tips)
    if (tip.kind == TipKind::rigid)
      skew = std::max(skew,
                      rotation_vector(tip_frame(tip.leg, trial.body).R * tip_frame(tip.nacelle, data.nacelle.body).R.transpose()).norm());
  if (!(skew <= 1e-8))
    throw InputError(drawn.place,
                     fmt::format("leg '{}' does not close at home: its end is turned {:.6g} degrees from the platform's frame; "
                                 "check `end_rpy_deg` and `home_deg`",
                                 leg.name, degrees(skew)));
  for (int j = 0; j < leg.freedoms(); ++j) {
    Joint& joint = leg.joints[j];
    joint.home = d.q[j] = without_chance(joint, robot.length, trial.q[j]);
    // the value nearest to where the file starts it, so that 170 degrees do not become -190
    const JointPosition<double> from = revolute_position(start[j]);
    start[j] = joint.revolute
                   ? start[j] + std::atan2(trial.q[j].s * from.c - trial.q[j].c * from.s, trial.q[j].c * from.c + trial.q[j].s * from.s)
                   : trial.q[j].d;
    joint.home_value = drawn.zero_at_home[j] ? 0.0 : start[j];
  }
  place_leg(leg, d);
  for (std::size_t t = 0; t < leg.tips.size(); ++t)
    if (drawn.freeze[t]) {
      Tip& tip = leg.tips[t];
      tip.leg.frame.R = d.body[tip.leg.body].R.transpose() * tip_frame(tip.nacelle, data.nacelle.body).R;
    }
  freeze_loops(d.body, leg);
  return widest;
}

}  // namespace

WidestGap close_legs(Robot& robot, const std::vector<DrawnLeg>& drawn, KinematicsData<double>& data) {
  WidestGap widest;
  std::vector<std::vector<double>> closed_at;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    // a copy starts where the first one closed, so that both are in one working mode
    std::vector<double> start = drawn[i].start;
    if (drawn[i].copy_of >= 0) start = closed_at[drawn[i].copy_of];
    const WidestGap own = close_leg(robot, drawn[i], start, static_cast<int>(i), data);
    closed_at.push_back(start);
    if (own.gap > 1.01 * widest.gap) widest = own;  // the first of equals
  }
  for (Actuator& a : robot.actuators) a.home = driven_joint(robot, a).home_value;
  return widest;
}

}  // namespace gough
