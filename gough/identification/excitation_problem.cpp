#include "gough/identification/excitation_problem.hpp"

#include <fmt/format.h>

#include "gough/identification/excitation_file.hpp"
#include "gough/identification/observation.hpp"
#include "gough/io/number.hpp"
#include "gough/math/linear_algebra.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/input_error.hpp"

namespace gough {
namespace {

constexpr double kSharpness = 100.0;  // of the rounded maxima
constexpr int kScalings = 7;          // steps to scale a motion to its limits
constexpr double kSlack = 0.01;       // below them that is near enough
constexpr double kWorst = 1e12;       // condition of a motion that cannot be judged

// log Σ exp(k x) / k, from above the maximum of x.
class SmoothMax {
 public:
  void add(double x) {
    largest_ = std::max(largest_, x);
    sum_ += std::exp(kSharpness * std::min(x, 5.0));
  }
  double largest() const { return largest_; }
  double value() const { return sum_ > 0.0 ? std::max(largest_, std::log(sum_) / kSharpness) : 0.0; }

 private:
  double largest_ = 0.0, sum_ = 0.0;
};

struct UseCollector {
  SmoothMax box, stroke, speed, effort, singularity;

  void write(MotionQuality& out) const {
    out.use = {box.largest(), stroke.largest(), speed.largest(), effort.largest(), singularity.largest()};
    out.smooth = {box.value(), stroke.value(), speed.value(), effort.value(), singularity.value()};
  }
};

// Removes from a row of coefficients what would move (weights h) or accelerate (h²) at the start.
void hold_start(Eigen::Ref<VecX<double>> coefficients, int power) {
  VecX<double> weight(coefficients.size());
  for (Eigen::Index h = 0; h < weight.size(); ++h) weight(h) = std::pow(h + 1.0, power);
  coefficients -= weight * (weight.dot(coefficients) / weight.squaredNorm());
}

double rounded(double x) { return rounded_to(x, 2); }

// Fourier coordinates of a pose are absolute positions, and angles from home.
double home_coordinate(const Robot& robot, const FreeComponent& c) { return c.index < 3 ? robot.home.p(c.index) : 0.0; }

// The robot, if there is something to excite and a motion to do it with.
const Robot& driven(const Robot& robot, const BaseParameters& base) {
  const std::size_t na = robot.actuators.size();
  const int n = robot.mobility.n;
  if (base.rank() == 0) throw InputError({}, fmt::format("{}: no parameter has an effect, there is nothing to excite", robot.name));
  if (static_cast<int>(na) < n)
    throw InputError({}, fmt::format("{}: {} actuators cannot drive {} freedoms along a trajectory", robot.name, na, n));
  return robot;
}

}  // namespace

ExcitationProblem::ExcitationProblem(const Robot& robot, const ExcitationOptions& options)
    : robot_(robot),
      options_(options),
      base_(base_parameters(robot, options.load, options.base)),
      home_(robot.mobility.n),
      middle_(robot.mobility.n),
      half_(robot.mobility.n),
      follower_(robot),
      motion_(robot, {options.load.payload, {}}, true),
      regressor_(driven(robot, base_), select(static_cast<int>(base_.all.size()), base_.base), RegressorModel::Given::platform,
                 RegressorModel::Rows::actuators, true),
      reference_(robot),
      values_(robot) {
  const int n = robot.mobility.n, na = static_cast<int>(robot.actuators.size());
  samples_ = std::max(10 * options.harmonics, 3 * base_.rank() / na);
  period_ = options.period > 0.0 ? options.period : rounded(kPi / 2.0 * options.harmonics / std::sqrt(9.81 / robot.length));
  for (int k = 0; k < n; ++k) {
    const FreeComponent& c = robot.mobility.free[k];
    home_(k) = home_coordinate(robot, c);
    middle_(k) = (c.min + c.max) / 2.0;
    half_(k) = (c.max - c.min) / 2.0;
  }
  Y_.setZero(na, base_.rank());
  find_scales();
}

// Columns by their size over random states of the workspace; rows by the efforts the actuators may give, where all say.
void ExcitationProblem::find_scales() {
  const Eigen::Index na = Y_.rows();
  row_.setOnes(na);
  bool limited = true;
  for (const Actuator& a : robot_.actuators) limited = limited && a.effort_max < kInfinity;
  for (Eigen::Index k = 0; limited && k < na; ++k) row_(k) = 1.0 / robot_.actuators[k].effort_max;
  std::mt19937_64 random(options_.base.seed);
  VecX<double> sum = VecX<double>::Zero(base_.rank());
  const int states = 100;
  KinematicsData<double> state(robot_);
  for (int s = 0; s < states; ++s) {
    random_state(robot_, random, state);
    if (!regressor_(state.pose, state.Vr, state.dVr, Y_).answered()) continue;  // a leg that Newton's method does not close again
    for (int i = 0; i < base_.rank(); ++i) sum(i) += Y_.col(i).cwiseProduct(row_).squaredNorm();
  }
  column_ = (sum / static_cast<double>(states * na)).cwiseSqrt().cwiseInverse();
}

FourierSpec ExcitationProblem::motion(const VecX<double>& x) const {
  const int n = robot_.mobility.n, harmonics = options_.harmonics;
  FourierSpec out;
  out.frequency = 1.0 / period_;
  out.offset = home_ + half_.cwiseProduct(x.head(n));
  out.sine.resize(n, harmonics);
  out.cosine.resize(n, harmonics);
  for (int k = 0; k < n; ++k) {
    VecX<double> sine = x.segment(n + 2 * k * harmonics, harmonics), cosine = x.segment(n + (2 * k + 1) * harmonics, harmonics);
    for (int h = 0; h < harmonics; ++h) sine(h) /= h + 1, cosine(h) /= h + 1;
    if (options_.rest) hold_start(sine, 1), hold_start(cosine, 2);
    out.sine.row(k) = half_(k) * sine.transpose();
    out.cosine.row(k) = half_(k) * cosine.transpose();
  }
  return out;
}

Outcome ExcitationProblem::move_to(const Trajectory& trajectory, double t, bool judged) {
  const Outcome moved = trajectory.at(t, follower_, reference_);
  if (!moved.answered()) return moved;
  const Outcome outcome = motion_(reference_, values_);
  if (!outcome.answered()) return outcome;
  bool finite = values_.effort.allFinite();
  if (judged) {
    const Outcome judgement = regressor_(reference_.pose, reference_.Vr, reference_.dVr, Y_);
    if (!judgement.answered()) return judgement;
    finite &= Y_.allFinite();
  }
  return finite ? outcome : Outcome{Status::type2_singular, 0.0};
}

MotionQuality ExcitationProblem::evaluate(const FourierSpec& motion, int samples, bool judged) {
  MotionQuality out;
  UseCollector use;
  const Trajectory trajectory = fourier(robot_, motion);
  const Eigen::Index na = Y_.rows();
  const double share = options_.limit_share;
  int missed = 0;
  stacked_.resize(samples * na, base_.rank());
  for (int s = 0; s < samples; ++s) {
    const double t = period_ * s / samples;
    const VecX<double> coordinates = fourier_coordinates(motion, 2.0 * kPi * s / samples);
    for (Eigen::Index k = 0; k < half_.size(); ++k) use.box.add(std::abs(coordinates(k) - middle_(k)) / half_(k));
    const Outcome outcome = move_to(trajectory, t, judged);
    if (!outcome.answered()) {
      ++missed;
      continue;
    }
    use.singularity.add(options_.margin / std::max(outcome.measure, 1e-6));
    for (Eigen::Index a = 0; a < na; ++a) {
      const Actuator& actuator = robot_.actuators[a];
      const double middle = (actuator.position_min + actuator.position_max) / 2.0, half = actuator.position_max - middle;
      if (half < kInfinity) use.stroke.add(std::abs(values_.qa(a) - middle) / (share * half));
      use.speed.add(std::abs(values_.dqa(a)) / (share * actuator.speed_max));
      use.effort.add(std::abs(values_.effort(a)) / (share * actuator.effort_max));
    }
    for (int i = 0; judged && i < base_.rank(); ++i) stacked_.block(s * na, i, na, 1) = Y_.col(i).cwiseProduct(row_) * column_(i);
  }
  use.write(out);
  out.condition = kWorst;
  out.log_det = -kInfinity;
  if (missed > 0) {
    out.reached = false;
    out.use.singularity = out.smooth.singularity = 2.0 + static_cast<double>(missed) / samples;
  } else if (judged) {
    judge(out);
  }
  return out;
}

void ExcitationProblem::judge(MotionQuality& out) const {
  const double samples = static_cast<double>(stacked_.rows() / Y_.rows());
  const MatX<double> gram = stacked_.transpose() * stacked_ / samples;
  const VecX<double> values = symmetric_eigenvalues(gram);
  const double largest = values(values.size() - 1), least = std::max(values(0), largest / (kWorst * kWorst));
  out.condition = largest > 0.0 ? std::sqrt(largest / least) : kWorst;
  out.log_det = largest > 0.0 ? values.cwiseMax(least).array().log().sum() : -kInfinity;
}

double ExcitationProblem::objective(const MotionQuality& quality) const {
  if (options_.criterion == Criterion::condition) return std::log10(quality.condition);
  return std::isfinite(quality.log_det) ? -quality.log_det / base_.rank() : std::log10(kWorst);
}

// Between a multiple that fits and one that does not, by false position: shares grow with the scale, nearly in proportion.
double ExcitationProblem::feasible_scale(const VecX<double>& x, double share, int samples) {
  const auto use = [&](double scale) { return evaluate(motion(scale * x), samples, false).use.largest(); };
  double low = 0.0, high = 1.0, low_use = use(low), high_use = use(high);
  for (int k = 0; k < kScalings && high_use > share && low_use < (1.0 - kSlack) * share; ++k) {
    const double target = (1.0 - kSlack / 2.0) * share;
    const double scale = low + (high - low) * std::clamp((target - low_use) / (high_use - low_use), 0.05, 0.95), found = use(scale);
    if (found <= share) low = scale, low_use = found;
    else high = scale, high_use = found;
  }
  return high_use <= share ? high : low;
}

}  // namespace gough
