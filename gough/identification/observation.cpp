#include "gough/identification/observation.hpp"

#include <fmt/format.h>

#include "gough/evaluate/forward_program.hpp"
#include "gough/identification/butterworth.hpp"
#include "gough/identification/periodic_motion.hpp"
#include "gough/kinematics/forward_geometry.hpp"
#include "gough/trajectory/motion_model.hpp"

namespace gough {
namespace {

constexpr double kShareOfNyquist = 0.8;  // cutoff of the decimating filter

// The equations of every sample, the robot being followed from one to the next.
class Follower {
 public:
  Follower(const Robot& robot, const FilteredMotion& motion, const Selection& S, bool by_actuator)
      : robot_(robot),
        motion_(motion),
        by_programs_(motion.last - motion.first >= kWorthPrograms),
        by_actuator_(by_actuator),
        pose_(motion.measured.start.value_or(robot.home)),
        k_(robot),
        regressor_(robot, S, RegressorModel::Given::actuators,
                   by_actuator ? RegressorModel::Rows::actuators : RegressorModel::Rows::freedoms, by_programs_),
        W_(MatX<double>::Zero(robot.mobility.n, S.cols())) {
    if (!by_programs_) return;
    forward_.emplace(robot);
    forward_memory_.emplace(*forward_);
  }

  void at(int sample, Eigen::Ref<MatX<double>> W, Eigen::Ref<VecX<double>> y) {
    qa_ = motion_.qa.row(sample).transpose();
    const Outcome outcome = forward_ ? (*forward_)(qa_.data(), pose_, *forward_memory_) : forward_geometry(robot_, qa_, pose_, k_);
    require_answer(outcome, sample);
    beyond_ += outcome.ok() ? 0 : 1;
    dqa_ = motion_.dqa.row(sample).transpose();
    ddqa_ = motion_.ddqa.row(sample).transpose();
    require_answer(regressor_(pose_, dqa_, ddqa_, W_), sample);
    W = W_;
    effort_ = motion_.measured.effort.row(sample).transpose();
    if (by_actuator_) y = effort_;
    else regressor_.force_of_efforts(pose_, effort_, y);
  }
  int beyond() const { return beyond_; }

 private:
  const Robot& robot_;
  const FilteredMotion& motion_;
  bool by_programs_, by_actuator_;
  Pose<double> pose_;
  KinematicsData<double> k_;
  RegressorModel regressor_;
  std::optional<ForwardProgram> forward_;
  std::optional<ForwardProgram::Memory> forward_memory_;
  MatX<double> W_;
  VecX<double> qa_, dqa_, ddqa_, effort_;
  int beyond_ = 0;

  void require_answer(const Outcome& outcome, int sample) const {
    if (outcome.answered()) return;
    throw InputError({motion_.measured.file, motion_.measured.line[sample], 1},
                     fmt::format("the platform cannot be followed here: forward geometry says {}; are units, signs and zeros of the q_ "
                                 "columns those of the robot file?",
                                 to_string(outcome.status)));
  }
};

void name_rows(const Robot& robot, bool by_actuator, Observation& out) {
  if (by_actuator)
    for (const Actuator& a : robot.actuators) {
      out.rows.push_back(a.name);
      out.units.push_back(a.revolute ? "N m" : "N");
    }
  else
    for (const FreeComponent& c : robot.mobility.free) {
      out.rows.push_back(c.name);
      out.units.push_back(c.angular ? "N m" : "N");
    }
}

// Low-passes every column of interleaved rows and keeps every `factor`th sample that is clear of the ends.
void decimate(int factor, Observation& o) {
  if (factor == 1) return;
  const int width = o.width(), samples = o.samples();
  const ZeroPhaseLowPass low_pass(kShareOfNyquist * 0.5 / factor);
  const int first = std::min(low_pass.transient(), samples / 4), kept = (samples - 2 * first + factor - 1) / factor;
  MatX<double> W(kept * width, o.W.cols());
  VecX<double> y(kept * width), x(samples);
  const auto thin = [&](const auto& from, auto&& to) {
    for (int r = 0; r < width; ++r) {
      for (int k = 0; k < samples; ++k) x(k) = from(k * width + r);
      low_pass.apply(x);
      for (int k = 0; k < kept; ++k) to(k * width + r) = x(first + k * factor);
    }
  };
  for (int c = 0; c < W.cols(); ++c) thin(o.W.col(c), W.col(c));
  thin(o.y, y);
  o.W = std::move(W);
  o.independent = kShareOfNyquist * low_pass.noise_bandwidth();
  o.y = std::move(y);
}

}  // namespace

Selection select(int parameters, const std::vector<int>& columns) {
  Selection S(parameters, static_cast<int>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) S.insert(columns[k], static_cast<int>(k)) = 1.0;
  return S;
}

Selection beside(const std::vector<Selection>& parts) {
  std::vector<Eigen::Triplet<double>> entries;
  int columns = 0;
  for (const Selection& part : parts) {
    for (int c = 0; c < part.outerSize(); ++c)
      for (Selection::InnerIterator it(part, c); it; ++it) entries.emplace_back(it.row(), columns + c, it.value());
    columns += static_cast<int>(part.cols());
  }
  Selection S(parts.front().rows(), columns);
  S.setFromTriplets(entries.begin(), entries.end());
  return S;
}

Observation columns(const Observation& all, Eigen::Index first, Eigen::Index count) {
  return {all.file, all.rows, all.units, all.W.middleCols(first, count), all.y, all.independent, all.notes};
}

VecX<double> rms_of_rows(const VecX<double>& y, int width) {
  VecX<double> out = VecX<double>::Zero(width);
  for (Eigen::Index k = 0; k < y.size(); ++k) out(k % width) += y(k) * y(k);
  return (out * width / static_cast<double>(y.size())).cwiseSqrt();
}

Observation observe(const Robot& robot, const FilteredMotion& motion, const Selection& S,
                    const std::function<void(std::size_t, std::size_t)>& progress) {
  const int na = static_cast<int>(robot.actuators.size()), n = robot.mobility.n, samples = motion.last - motion.first;
  if (na < n) throw InputError({}, fmt::format("{} is under-actuated: its efforts are not a function of its motion", robot.name));
  Observation out;
  out.file = motion.measured.file;
  name_rows(robot, na == n, out);
  out.W.resize(samples * n, S.cols());
  out.y.resize(samples * n);
  Follower follower(robot, motion, S, na == n);
  for (int s = 0; s < samples; ++s) {
    follower.at(motion.first + s, out.W.middleRows(s * n, n), out.y.segment(s * n, n));
    if (progress) progress(static_cast<std::size_t>(s + 1), static_cast<std::size_t>(samples));
  }
  if (follower.beyond() > 0)
    out.notes.push_back(fmt::format("{}: {} of {} samples are beyond an actuator's stroke", out.file, follower.beyond(), samples));
  if (motion.periods == 0) {
    decimate(motion.decimate, out);
  } else {
    out.W = kept_harmonics(out.W, n, motion.kept);
    out.y = kept_harmonics(out.y, n, motion.kept);
  }
  return out;
}

}  // namespace gough
