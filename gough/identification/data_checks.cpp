#include "gough/identification/data_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/projection.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

constexpr double kWrongUnit = 100.0;  // ratio of efforts beyond which only a unit explains it
constexpr double kFarOff = 5.0;       // ratio that deserves a warning
constexpr double kPoor = 0.3;         // relative deviation
constexpr int kFewestEquations = 3;   // for each unknown
constexpr std::size_t kNamesShown = 8;

struct Range {
  double low = kInfinity, high = -kInfinity;
  void add(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  // Within the range widened by half of it on both sides.
  bool holds(const Range& other) const {
    const double room = 0.5 * (high - low);
    return other.low >= low - room && other.high <= high + room;
  }
  Range times(double factor) const { return {factor * low, factor * high}; }
};

bool hold(const std::vector<Range>& strokes, const std::vector<Range>& seen) {
  for (std::size_t a = 0; a < seen.size(); ++a)
    if (!strokes[a].holds(seen[a])) return false;
  return true;
}

std::vector<Range> seen_positions(const MeasuredMotion& motion) {
  std::vector<Range> out(static_cast<std::size_t>(motion.qa.cols()));
  for (std::size_t a = 0; a < out.size(); ++a)
    for (const double q : motion.qa.col(static_cast<Eigen::Index>(a))) out[a].add(q);
  return out;
}

// Actuated positions that occur in the workspace, looked for until they hold those that were seen: more can only widen them.
std::vector<Range> strokes(const Robot& robot, const std::vector<Range>& seen) {
  std::vector<Range> out(robot.actuators.size());
  for (std::size_t a = 0; a < out.size(); ++a) {
    const Actuator& actuator = robot.actuators[a];
    out[a].add(actuator.home);
    if (std::isfinite(actuator.position_min)) out[a].add(actuator.position_min);
    if (std::isfinite(actuator.position_max)) out[a].add(actuator.position_max);
  }
  std::mt19937_64 random(1);
  KinematicsData<double> data(robot);
  VecX<double> qa(static_cast<Eigen::Index>(robot.actuators.size()));
  for (int sample = 0; sample < 200 && !hold(out, seen); ++sample) {
    Pose<double> pose = near_home(robot, 1.0, random);
    if (!project(robot, pose, data).answered()) continue;
    actuated_positions(robot, data, qa);
    for (std::size_t a = 0; a < out.size(); ++a) out[a].add(qa(static_cast<Eigen::Index>(a)));
  }
  return out;
}

struct Guess {
  double factor;
  const char* text;
};

std::string shortened(const std::vector<std::string>& names) {
  const std::vector<std::string> shown(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kNamesShown)));
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     names.size() > kNamesShown ? fmt::format(" and {} more", names.size() - kNamesShown) : "");
}

}  // namespace

void check_positions(const Robot& robot, const MeasuredMotion& motion) {
  static const std::vector<Guess> kAngles{{kPi / 180.0, "57.3: degrees read as radians"},
                                          {180.0 / kPi, "1/57.3: radians read as degrees"},
                                          {1e-3, "1000: milliradians read as radians"}};
  static const std::vector<Guess> kLengths{{1e-3, "1000: mm read as m"}, {1e3, "1/1000: m read as mm"}};
  const std::vector<Range> all_seen = seen_positions(motion), stroke = strokes(robot, all_seen);
  for (std::size_t a = 0; a < stroke.size(); ++a) {
    const Range& seen = all_seen[a];
    if (stroke[a].holds(seen)) continue;
    const Actuator& actuator = robot.actuators[a];
    const char* unit = actuator.revolute ? "rad" : "m";
    for (const Guess& guess : actuator.revolute ? kAngles : kLengths)
      if (stroke[a].holds(seen.times(guess.factor)))
        throw InputError({motion.file, 0, 0},
                         fmt::format("column 'q_{}' runs from {:.4g} to {:.4g} {}, but the actuator from {:.4g} to {:.4g} {}; "
                                     "its unit looks wrong by a factor of {}",
                                     actuator.name, seen.low, seen.high, unit, stroke[a].low, stroke[a].high, unit, guess.text));
  }
}

std::vector<std::string> check_efforts(const Observation& o, const VecX<double>& model) {
  std::vector<std::string> warnings;
  const VecX<double> seen = rms_of_rows(o.y, o.width()), expected = rms_of_rows(model, o.width());
  for (int r = 0; r < o.width(); ++r) {
    if (!(expected(r) > 1e-9 * expected.maxCoeff())) continue;
    const double ratio = seen(r) / expected(r);
    if (ratio == 0.0) {
      throw InputError({o.file, 0, 0}, fmt::format("column 'tau_{}' is 0 throughout", o.rows[r]));
    }
    if (ratio > kWrongUnit || ratio < 1.0 / kWrongUnit)
      throw InputError({o.file, 0, 0},
                       fmt::format("column 'tau_{}' has an RMS of {:.3g} {}, {:.3g} times the {:.3g} {} that the robot file's model "
                                   "expects; its unit looks wrong by a factor of {}",
                                   o.rows[r], seen(r), o.units[r], ratio, expected(r), o.units[r], ratio > 1.0 ? "1000" : "1/1000"));
    double product = 0.0;
    for (Eigen::Index k = r; k < o.y.size(); k += o.width()) product += o.y(k) * model(k);
    const double correlation = product * o.width() / static_cast<double>(o.y.size()) / (seen(r) * expected(r));
    if (correlation < -0.5)
      warnings.push_back(
          fmt::format("tau_{} runs against the robot file's model (correlation {:.2f}): is its sign reversed?", o.rows[r], correlation));
    else if (ratio > kFarOff || ratio < 1.0 / kFarOff)
      warnings.push_back(fmt::format("tau_{} has an RMS of {:.3g} {}, {:.3g} times what the robot file's model expects", o.rows[r], seen(r),
                                     o.units[r], ratio));
  }
  return warnings;
}

std::vector<std::string> check_speeds(const Robot& robot, const FilteredMotion& motion) {
  std::vector<std::string> warnings;
  for (std::size_t a = 0; a < robot.actuators.size(); ++a) {
    const double speed = motion.dqa.col(static_cast<Eigen::Index>(a)).cwiseAbs().maxCoeff(), most = robot.actuators[a].speed_max;
    if (speed > most)
      warnings.push_back(
          fmt::format("q_{} reaches {:.3g} times the actuator's speed limit: is `t` right?", robot.actuators[a].name, speed / most));
  }
  return warnings;
}

void check_excitation(const Observation& o, const std::vector<std::string>& names) {
  if (o.W.rows() < kFewestEquations * o.W.cols())
    throw InputError({o.file, 0, 0},
                     fmt::format("too short a motion: {} equations, after filtering and decimation, for {} parameters; record for "
                                 "longer, or give --decimate or --cutoff; of averaged periods, a longer one counts",
                                 o.W.rows(), o.W.cols()));
  const Conditioning e = conditioning(o.W);
  if (e.weak.empty()) return;
  std::vector<std::string> weak;
  for (int k : e.weak) weak.push_back(names[static_cast<std::size_t>(k)]);
  throw InputError({o.file, 0, 0}, fmt::format("the motion does not excite {} (condition {:.2g}); move more, see gough excite",
                                               shortened(weak), e.condition));
}

std::vector<int> poorly_excited(const Estimate& estimate, const VecX<double>& nominal) {
  std::vector<int> out;
  const VecX<double> deviation = estimate.deviation();
  for (Eigen::Index k = 0; k < deviation.size(); ++k)
    if (!(deviation(k) <= kPoor * std::max(std::abs(estimate.value(k)), std::abs(nominal(k))))) out.push_back(static_cast<int>(k));
  return out;
}

}  // namespace gough
