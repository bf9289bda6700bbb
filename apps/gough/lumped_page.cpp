#include "apps/gough/lumped_page.hpp"

#include <fmt/format.h>

#include <cmath>

#include "apps/gough/output.hpp"
#include "gough/assembly/assembly.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/dynamics/lumped_legs.hpp"
#include "gough/trajectory/check_trajectory.hpp"
#include "gough/trajectory/constructors.hpp"

namespace gough::command {
namespace {

constexpr int kSamples = 200;              // of a period
constexpr double kUse = 0.9;               // of the limits of speeds and efforts
constexpr double kAcceleration = 100.0;    // m/s², of the platform's origin
constexpr double kFastest = 100.0;         // Hz
constexpr double kGoldenAngle = 2.399963;  // rad, between the phases of the components

// Every free component swings about home with two harmonics, each by a part of the way to the nearer end of the workspace box.
FourierSpec swing(const Robot& robot, double part, double frequency) {
  const int n = robot.mobility.n;
  FourierSpec out{frequency, 1.0, VecX<double>::Zero(n), MatX<double>::Zero(n, 2), MatX<double>::Zero(n, 2)};
  for (int k = 0; k < n; ++k) {
    const FreeComponent& c = robot.mobility.free[k];
    out.offset(k) = c.index < 3 ? robot.home.p(c.index) : 0.0;
    const double reach = part * std::min(c.max - out.offset(k), out.offset(k) - c.min);
    for (int h = 0; h < 2; ++h) {
      const double amplitude = reach * (h == 0 ? 0.7 : 0.3), phase = kGoldenAngle * (k + 0.5 * h);
      out.cosine(k, h) = amplitude * std::cos(phase);
      out.sine(k, h) = amplitude * std::sin(phase);
    }
  }
  return out;
}

struct FastMotion {
  FourierSpec spec;
  TrajectoryCheck check;
  std::vector<Reference> states;
  std::vector<VecX<double>> efforts;
};

FastMotion moved_by(const Robot& robot, const FourierSpec& spec) {
  FastMotion out{spec, {}, {}, {}};
  out.check = check_trajectory(robot, fourier(robot, spec), {}, kSamples * spec.frequency, [&](const TrajectorySample& s) {
    out.states.push_back(s.reference);
    out.efforts.push_back(s.effort);
  });
  return out;
}

bool within(const FastMotion& motion) {
  if (motion.check.first || motion.check.acceleration > kAcceleration) return false;
  for (const ActuatorPeaks& a : motion.check.actuators)
    if (std::max(a.speed_share, a.effort_share) > kUse) return false;
  return true;
}

// The widest of a few swings that the robot can follow at all, as fast as its limits let it.
std::optional<FastMotion> fast_motion(const Robot& robot) {
  for (double part : {0.5, 0.35, 0.2, 0.1}) {
    double slow = 0.02;
    if (!within(moved_by(robot, swing(robot, part, slow)))) continue;
    double fast = 2.0 * slow;
    while (fast < kFastest && within(moved_by(robot, swing(robot, part, fast)))) slow = fast, fast *= 2.0;
    for (int step = 0; step < 8; ++step) {
      const double middle = 0.5 * (slow + fast);
      (within(moved_by(robot, swing(robot, part, middle))) ? slow : fast) = middle;
    }
    return moved_by(robot, swing(robot, part, slow));
  }
  return {};
}

// Efforts of one actuator along a motion, and how far those of the twin are from them.
struct Cost {
  double peak = 0.0, squares = 0.0, worst = 0.0, error_squares = 0.0;

  void add(double effort, double twin) {
    peak = std::max(peak, std::abs(effort));
    worst = std::max(worst, std::abs(twin - effort));
    squares += effort * effort;
    error_squares += (twin - effort) * (twin - effort);
  }
  double share() const { return std::sqrt(error_squares / squares); }  // of RMS
};

std::string row(const std::string& name) {
  const Robot robot = load_robot(name), twin = lumped_legs(robot);
  const std::optional<FastMotion> motion = fast_motion(robot);
  if (!motion) return fmt::format("| {} | no swing about home is within its limits | | | | | | |\n", name);
  MotionModel model(twin, {}, false);
  MotionValues values(twin);
  std::vector<Cost> costs(robot.actuators.size());
  for (std::size_t s = 0; s < motion->states.size(); ++s) {
    if (!model(motion->states[s], values).answered()) continue;
    for (std::size_t a = 0; a < costs.size(); ++a) costs[a].add(motion->efforts[s](a), values.effort(a));
  }
  std::size_t worst = 0;
  for (std::size_t a = 0; a < costs.size(); ++a)
    if (costs[a].share() > costs[worst].share()) worst = a;
  const Cost& c = costs[worst];
  return fmt::format("| {} | {:.2g} | {:.3g} | {} | {:.3g} {} | {:.3g} | {:.2f} | {:.2f} |\n", name, motion->spec.frequency,
                     motion->check.acceleration, robot.actuators[worst].name, c.peak, robot.actuators[worst].revolute ? "N m" : "N",
                     std::sqrt(c.squares / static_cast<double>(motion->states.size())), 100.0 * c.worst / c.peak, 100.0 * c.share());
}

}  // namespace

std::string lumped_legs_page() {
  std::string out =
      "# Lumped legs\n\n"
      "What it costs to neglect the inertia of legs, as [CB, Section 3.3] proposes for fully parallel robots: the bodies that passive "
      "joints "
      "carry become\n"
      "point masses, one where the passive part of a leg begins, one at its tip (gough/dynamics/lumped_legs). Written by `gough docs "
      "lumped-legs`. Along a motion\n"
      "of your own `gough idm gough_stewart --states motion.csv --against lumped-legs` prints the difference.\n\n"
      "The motion is a swing of all free components about home, two harmonics, half way to the border of the workspace box or less, and as "
      "fast as 90 % of\n"
      "the actuators' speeds and efforts allow, the platform's origin being accelerated by 100 m/s² at most (0: it does not move, the "
      "platform "
      "turns about it).\n"
      "The row is about the actuator whose RMS error is the largest share of its RMS effort; errors are in percent of its peak and of its "
      "RMS "
      "effort. Zeros are\n"
      "robots whose passive legs are lumped already.\n\n"
      "| robot | base frequency (Hz) | acceleration (m/s²) | actuator | peak effort | RMS effort | largest error (%) | RMS error (%) |\n"
      "|---|--:|--:|---|--:|--:|--:|--:|\n";
  for (const std::string& name : catalog()) out += row(name);
  return out;
}

}  // namespace gough::command
