#include "apps/gough/explain_status.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/gough/state.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/rank_distances.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"

namespace gough::command {
namespace {

std::string joined(const std::vector<std::string>& parts, std::size_t most) {
  std::vector<std::string> shown(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(std::min(most, parts.size())));
  if (parts.size() > most) shown.push_back(fmt::format("and {} more", parts.size() - most));
  return fmt::format("{}", fmt::join(shown, "; "));
}

// ---- limits

std::string stroke_text(const Actuator& a, double q) {
  const double unit = a.revolute ? degrees(1.0) : 1.0;
  const bool below = q < a.position_min;
  const double limit = below ? a.position_min : a.position_max;
  return fmt::format("{} is at {} {u}, {} {u} {} its limit {} {u}", a.name, number(unit * q), number(unit * std::abs(q - limit)),
                     below ? "below" : "above", number(unit * limit), fmt::arg("u", a.revolute ? "deg" : "m"));
}

std::string limits_text(const Robot& robot, const KinematicsData<double>& data, const VecX<double>* effort) {
  std::vector<std::string> strokes, speeds, efforts, remedies;
  VecX<double> qa(robot.actuators.size());
  actuated_positions(robot, data, qa);
  for (std::size_t i = 0; i < robot.actuators.size(); ++i) {
    const Actuator& a = robot.actuators[i];
    if (qa(i) < a.position_min || qa(i) > a.position_max) strokes.push_back(stroke_text(a, qa(i)));
    if (!effort) continue;
    const auto above = [&](double value, double limit, const char* unit) {
      return fmt::format("{} {unit}, {} % of its limit {} {unit}", number(std::abs(value)), number(100.0 * std::abs(value) / limit),
                         number(limit), fmt::arg("unit", unit));
    };
    if (std::abs(data.dqa(i)) > a.speed_max)
      speeds.push_back(fmt::format("{} moves at {}", a.name, above(data.dqa(i), a.speed_max, a.revolute ? "rad/s" : "m/s")));
    if (std::abs((*effort)(i)) > a.effort_max)
      efforts.push_back(fmt::format("{} needs {}", a.name, above((*effort)(i), a.effort_max, a.revolute ? "N m" : "N")));
  }
  if (!strokes.empty()) remedies.push_back("choose a pose nearer home");
  if (!speeds.empty()) remedies.push_back("move slower");
  if (!efforts.empty()) remedies.push_back("accelerate or carry less");
  std::vector<std::string> all = strokes;
  all.insert(all.end(), speeds.begin(), speeds.end());
  all.insert(all.end(), efforts.begin(), efforts.end());
  if (all.empty()) return "an actuator is beyond one of its limits";
  return fmt::format("{}; {}, or change `limits` in the robot file", joined(all, 3), fmt::join(remedies, ", "));
}

// ---- reach

// Legs that have no position here: closed forms by the margin under their roots, the others by the gap that Newton left.
std::vector<std::string> open_legs(const Robot& robot, const KinematicsData<double>& data, const Outcome& outcome) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < robot.legs.size(); ++i) {
    const bool closed_form = robot.legs[i].solver.closed_form;
    const double gap = data.legs[i].residual.size() ? data.legs[i].residual.cwiseAbs().maxCoeff() : 0.0;
    const bool open = closed_form ? !(data.legs[i].reach > -1e-12) : !(gap <= 1e-9 * std::max(1.0, robot.length));
    if (open || outcome.leg == static_cast<int>(i)) out.push_back(fmt::format("'{}'", robot.legs[i].name));
  }
  return out;
}

// How far short of a pose the straight way from home ends, the dependent components following.
std::string reach_text(const Robot& robot, const Pose<double>& goal) {
  if (!goal.p.allFinite() || !goal.R.allFinite()) return "";
  const Vec3<double> turn = rotation_vector(goal.R * robot.home.R.transpose());
  const auto reached = [&](double part) {
    Pose<double> pose = goal;
    pose.p = robot.home.p + part * (goal.p - robot.home.p);
    pose.R = rotation_exp(part * turn) * robot.home.R;
    pose.z = robot.home.z;
    KinematicsData<double> data(robot);
    return project(robot, pose, data).has_position();
  };
  double low = 0.0, high = 1.0;
  for (int step = 0; step < 12; ++step) {
    const double middle = 0.5 * (low + high);
    (reached(middle) ? low : high) = middle;
  }
  const double metres = (1.0 - low) * (goal.p - robot.home.p).norm(), angle = degrees((1.0 - low) * turn.norm());
  std::vector<std::string> short_of;
  if (metres > 1e-6) short_of.push_back(fmt::format("{:.3g} m", metres));
  if (angle > 1e-4) short_of.push_back(fmt::format("{:.3g} deg", angle));
  if (short_of.empty() || low == 0.0) return "";
  return fmt::format("; straight from home one comes to about {} of it", fmt::join(short_of, " and "));
}

std::string unreachable_text(const Robot& robot, const Pose<double>& asked, const KinematicsData<double>& data, const Outcome& outcome) {
  const std::vector<std::string> open = open_legs(robot, data, outcome);
  if (open.empty() && robot.mobility.n < 6)
    return fmt::format("the legs tie this platform's other motions to {}: give those alone, and the rest follows", free_names(robot));
  const std::string who = open.empty() || open.size() == robot.legs.size()
                              ? "the legs cannot"
                              : fmt::format("{} {} cannot", open.size() > 1 ? "legs" : "leg", fmt::join(open, ", "));
  return fmt::format("{} reach this pose{}; choose a pose nearer home", who, reach_text(robot, asked));
}

// ---- singularities

// The motion of the platform that the actuators feel least, by its largest components.
std::string loose_motion(const Robot& robot, const KinematicsData<double>& data) {
  if (!data.Jinv.allFinite() || data.Jinv.rows() < robot.mobility.n) return "";
  MatX<double> J = data.Jinv;
  for (int k = 0; k < robot.mobility.n; ++k)
    if (robot.mobility.free[k].angular) J.col(k) /= robot.length;
  const SingularSide side = right_singular(J);
  const VecX<double> motion = side.vectors.col(robot.mobility.n - 1);
  std::vector<std::string> names;
  for (int k = 0; k < robot.mobility.n; ++k)
    if (std::abs(motion(k)) > 0.3 * motion.cwiseAbs().maxCoeff()) names.push_back(robot.mobility.free[k].name);
  return fmt::format(": it can give way along {}", fmt::join(names, ", "));
}

std::string type1_text(const Robot& robot, const KinematicsData<double>& data, const Outcome& outcome) {
  const int leg = outcome.leg >= 0 ? outcome.leg : rank_distances(robot, data).weakest_leg();
  return fmt::format(
      "leg '{}' is stretched, folded, or has two axes in line, so that the platform cannot move every way from here; "
      "choose a pose beside this one",
      robot.legs[leg].name);
}

}  // namespace

std::string explain_status(const Robot& robot, const Pose<double>& asked, const KinematicsData<double>& data, const Outcome& outcome,
                           const VecX<double>* effort) {
  switch (outcome.status) {
    case Status::ok: return "";
    case Status::out_of_limits: return limits_text(robot, data, effort);
    case Status::unreachable: return unreachable_text(robot, asked, data, outcome);
    case Status::type1_singular: return type1_text(robot, data, outcome);
    case Status::type2_singular:
      return fmt::format(
          "the actuators do not hold the platform{}; choose a pose beside this one, or drive other joints (direct dynamics by P answers "
          "here)",
          loose_motion(robot, data));
    case Status::constraint_singular:
      return "the legs forbid fewer motions than at home, so that the platform gains a freedom; choose a pose beside this one";
    case Status::not_converged: return "no solution was found; go there in smaller steps, or start nearer";
  }
  return "";
}

std::string status_text(const Outcome& outcome, const std::string& explanation) {
  std::string out = fmt::format("status {}", to_string(outcome.status));
  if (!outcome.ok() && std::isfinite(outcome.measure)) out += fmt::format(" (measure {})", number(outcome.measure));
  return out + "\n" + (explanation.empty() ? "" : explanation + "\n");
}

Json status_json(const Outcome& outcome, const std::string& explanation) {
  Json out{{"status", to_string(outcome.status)}, {"measure", std::isfinite(outcome.measure) ? Json(outcome.measure) : Json(nullptr)}};
  if (!explanation.empty()) out["explanation"] = explanation;
  return out;
}

}  // namespace gough::command
