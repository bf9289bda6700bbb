#include <fmt/format.h>

#include <algorithm>

#include "gough/trajectory/constructors.hpp"

namespace gough {
namespace {

// One way in a time: lift, travel across, lower.
Moves one_way(const Robot& robot, const PickAndPlaceSpec& spec, const Pose<double>& from, const Pose<double>& to, double duration) {
  const Displacement whole = displacement(robot, from, to);
  const double rise = whole.p.dot(spec.up);
  const double lift = spec.lift_share * duration, early = spec.blend * lift;
  Displacement up, across = whole, down;
  up.p = (std::max(rise, 0.0) + spec.height) * spec.up;
  down.p = (std::min(rise, 0.0) - spec.height) * spec.up;
  across.p -= rise * spec.up;
  Moves out{at_rest(robot, from), {}, duration};
  out.moves.push_back({up, {Law::quintic, lift}, 0.0});
  out.moves.push_back({across, {Law::quintic, duration - 2.0 * (lift - early)}, lift - early});
  out.moves.push_back({down, {Law::quintic, lift}, duration - lift});
  return out;
}

// The largest acceleration of the origin; the curve is smooth, so a fine grid and a parabola through the three highest are enough.
double peak_acceleration(const Moves& moves) {
  constexpr int kSteps = 2000;
  const auto size = [&](int k) {
    NacelleMotion motion;
    moves.at(moves.duration * std::clamp(k, 0, kSteps) / kSteps, motion);
    return motion.a.norm();
  };
  int best = 0;
  for (int k = 1; k <= kSteps; ++k)
    if (size(k) > size(best)) best = k;
  const double a = size(best - 1), b = size(best), c = size(best + 1), bend = a - 2.0 * b + c;
  return bend < 0.0 ? b - (c - a) * (c - a) / (8.0 * bend) : b;
}

void check(const PickAndPlaceSpec& spec) {
  const auto require = [](bool fine, const std::string& message) {
    if (!fine) throw InputError({}, message);
  };
  require(spec.height > 0.0, fmt::format("the height of a pick and place must be positive; this is {}", spec.height));
  require(std::abs(spec.up.norm() - 1.0) < 1e-9, "'up' of a pick and place must be a unit vector");
  require(spec.blend >= 0.0 && spec.blend <= 1.0, fmt::format("'blend' must lie between 0 and 1; this is {}", spec.blend));
  require(spec.lift_share > 0.0 && spec.lift_share < 0.5,
          fmt::format("'lift_share' must lie between 0 and 0.5; this is {}", spec.lift_share));
  require((spec.cycle_time > 0.0) != (spec.acceleration > 0.0), "a pick and place needs either a cycle time or an acceleration");
}

}  // namespace

Trajectory pick_and_place(const Robot& robot, const PickAndPlaceSpec& spec) {
  check(spec);
  const Pose<double> pick = on_manifold(robot, spec.pick, "the pick pose"), place = on_manifold(robot, spec.place, "the place pose");
  const double ways = spec.and_back ? 2.0 : 1.0;
  double duration = spec.cycle_time / ways - spec.dwell;
  // accelerations go with 1/T²
  if (spec.acceleration > 0.0) duration = std::sqrt(peak_acceleration(one_way(robot, spec, pick, place, 1.0)) / spec.acceleration);
  if (!(duration > 0.0)) throw InputError({}, fmt::format("a cycle of {} s leaves no time to move beside the dwells", spec.cycle_time));
  std::vector<Trajectory::Piece> pieces;
  const auto add = [&](const Pose<double>& from, const Pose<double>& to) {
    pieces.push_back({one_way(robot, spec, from, to, duration), duration});
    if (spec.dwell > 0.0) pieces.push_back({Moves{at_rest(robot, to), {}, spec.dwell}, spec.dwell});
  };
  add(pick, place);
  if (spec.and_back) add(place, pick);
  return Trajectory(robot, std::move(pieces));
}

}  // namespace gough
