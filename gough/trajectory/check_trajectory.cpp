#include "gough/trajectory/check_trajectory.hpp"

#include <fmt/format.h>

#include "gough/math/householder.hpp"
#include "gough/math/rotation.hpp"

namespace gough {
namespace {

constexpr double kMostSamples = 1e7;
constexpr double kSlack = 1e-9;  // beyond a limit by less than this is rounding

class Walk {
 public:
  Walk(const Robot& robot, const Trajectory& trajectory, const Load& load, bool by_programs)
      : robot_(robot), trajectory_(trajectory), model_(robot, load, by_programs), k_(robot), sample_(robot) {
    out_.actuators.resize(robot.actuators.size());
    square_ = static_cast<int>(robot.actuators.size()) == robot.mobility.n;
    if (square_) factored_.resize(robot.mobility.n, robot.mobility.n);
    if (by_programs) follower_.emplace(robot);
  }

  // False where there is no answer.
  bool step(double t, const VisitSample& visit) {
    sample_.t = t;
    sample_.outcome = follower_ ? trajectory_.at(t, *follower_, sample_.reference) : trajectory_.at(t, k_, sample_.reference);
    if (sample_.outcome.has_position()) sample_.outcome = model_(sample_.reference, sample_);
    if (!sample_.outcome.has_position()) {
      violate(sample_.outcome.status, fmt::format("the pose is {}", to_string(sample_.outcome.status)));
      return false;
    }
    look_at_platform();
    if (sample_.outcome.status == Status::type2_singular)
      violate(Status::type2_singular, "the actuators do not hold the platform (Type 2 singularity)");
    else look_for_crossing();
    look_at_actuators();
    look_at_workspace();
    if (visit) visit(sample_);
    ++out_.samples;
    return true;
  }

  TrajectoryCheck& result() { return out_; }

 private:
  const Robot& robot_;
  const Trajectory& trajectory_;
  MotionModel model_;
  std::optional<ReferenceFollower> follower_;
  KinematicsData<double> k_;
  HouseholderQr<double> factored_;  // J_inv, where it is square
  TrajectorySample sample_;
  TrajectoryCheck out_;
  bool square_ = false;
  double side_ = 0.0, before_ = 0.0;  // sign of det J_inv at the last sample, and its time

  void violate(Status status, const std::string& what) {
    if (!out_.first) out_.first = Violation{sample_.t, status, what};
  }

  void look_at_platform() {
    out_.speed = std::max(out_.speed, sample_.v.norm());
    out_.acceleration = std::max(out_.acceleration, sample_.a.norm());
    out_.angular_speed = std::max(out_.angular_speed, sample_.w.norm());
    if (sample_.outcome.status == Status::out_of_limits) return;  // its measure is a length
    if (sample_.outcome.measure < out_.nearest_singularity) {
      out_.nearest_singularity = sample_.outcome.measure;
      out_.nearest_time = sample_.t;
    }
  }

  void look_for_crossing() {
    if (!square_) return;
    factored_.a = sample_.Jinv;
    factor(factored_);
    double side = 1.0;
    for (const double pivot : factored_.diagonal) side = pivot > 0.0 ? -side : side;  // each reflection changes the sign
    if (side * side_ < 0.0)
      violate(Status::type2_singular,
              fmt::format("a Type 2 singularity was crossed since {:.6g} s: det J_inv has changed its sign", before_));
    side_ = side;
    before_ = sample_.t;
  }

  void look_at_actuators() {
    for (std::size_t i = 0; i < robot_.actuators.size(); ++i) {
      const Actuator& a = robot_.actuators[i];
      ActuatorPeaks& peaks = out_.actuators[i];
      const double q = sample_.qa(i), speed = std::abs(sample_.dqa(i)), effort = std::abs(sample_.effort(i));
      const char* length = a.revolute ? "rad" : "m";
      peaks.position_min = std::min(peaks.position_min, q);
      peaks.position_max = std::max(peaks.position_max, q);
      peaks.speed = std::max(peaks.speed, speed);
      peaks.acceleration = std::max(peaks.acceleration, std::abs(sample_.ddqa(i)));
      peaks.effort = std::max(peaks.effort, effort);
      peaks.speed_share = std::max(peaks.speed_share, speed / a.speed_max);
      peaks.effort_share = std::max(peaks.effort_share, effort / a.effort_max);
      const double middle = 0.5 * (a.position_min + a.position_max), half = 0.5 * (a.position_max - a.position_min);
      if (std::isfinite(half)) peaks.stroke_share = std::max(peaks.stroke_share, std::abs(q - middle) / half);
      if (q < a.position_min - kSlack || q > a.position_max + kSlack)
        violate(Status::out_of_limits, fmt::format("position of {} is {:.6g} {}, outside its stroke {:.6g} to {:.6g}", a.name, q, length,
                                                   a.position_min, a.position_max));
      if (speed > a.speed_max * (1 + kSlack))
        violate(Status::out_of_limits,
                fmt::format("speed of {} is {:.6g} {}/s, above its limit {:.6g}", a.name, speed, length, a.speed_max));
      if (effort > a.effort_max * (1 + kSlack))
        violate(Status::out_of_limits,
                fmt::format("effort of {} is {:.6g} {}, above its limit {:.6g}", a.name, effort, a.revolute ? "N m" : "N", a.effort_max));
    }
  }

  // Coordinates as in `pose_from_free`; a rotation vector is unique only within half a turn, which no box exceeds.
  void look_at_workspace() {
    const Pose<double>& pose = sample_.reference.pose;
    const Vec3<double> turn = rotation_vector(pose.R * robot_.home.R.transpose());
    for (const FreeComponent& c : robot_.mobility.free) {
      if (c.index >= 6) continue;  // the nacelle's own joints have no box
      const double x = c.index < 3 ? pose.p(c.index) : turn(c.index - 3);
      if (x >= c.min - kSlack && x <= c.max + kSlack) continue;
      const double unit = c.angular ? 180.0 / kPi : 1.0;
      violate(Status::out_of_limits, fmt::format("{} is {:.6g} {}, outside the workspace {:.6g} to {:.6g}", c.name, x * unit,
                                                 c.angular ? "degrees" : "m", c.min * unit, c.max * unit));
    }
  }
};

}  // namespace

TrajectoryCheck check_trajectory(const Robot& robot, const Trajectory& trajectory, const Load& load, double rate,
                                 const VisitSample& visit) {
  const double duration = trajectory.duration(), steps = std::ceil(duration * rate - kSlack);
  if (!(rate > 0.0) || !std::isfinite(rate)) throw InputError({}, fmt::format("the rate must be positive; this is {} Hz", rate));
  if (!(steps <= kMostSamples))
    throw InputError({}, fmt::format("{:.6g} s at {:.6g} Hz make {:.3g} samples; at most 1e7 are allowed", duration, rate, steps));
  Walk walk(robot, trajectory, load, steps >= kWorthPrograms);
  for (long k = 0; k <= static_cast<long>(steps); ++k)
    if (!walk.step(std::min(static_cast<double>(k) / rate, duration), visit)) break;
  return walk.result();
}

}  // namespace gough
