#include "gough/simulation/sensors.hpp"

#include <fmt/format.h>

#include <cassert>

#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/math/rotation.hpp"
#include "gough/model/pose_coordinates.hpp"
#include "gough/simulation/one_each.hpp"

namespace gough {

Sensors::FromEncoders::FromEncoders(const Robot& model)
    : evaluator(model), memory(evaluator), forward(evaluator.robot()), forward_memory(forward), joints(evaluator.robot()) {
  // makes what will be asked for
  VecX<double> rates = VecX<double>::Zero(static_cast<Eigen::Index>(model.actuators.size())), Vr = VecX<double>::Zero(model.mobility.n);
  (void)joints.platform_rates(evaluator, model.home, rates, memory, Vr);
}

Sensors::Sensors(const Robot& model, const SensorSpec* spec, double step, double period, unsigned long seed)
    : model_(model), period_(period), random_(seed), recorder_(seed + 1), estimate_(model.home), before_(model.home) {
  std::size_t samples = 1;
  if (spec) {
    ideal_ = false;
    difference_ = spec->rates == "difference";
    from_encoders_ = spec->platform == "encoders";
    if (from_encoders_ && static_cast<int>(model.actuators.size()) < model.mobility.n)
      throw InputError(spec->place, fmt::format("{}'s encoders do not tell its pose: it has fewer actuators than freedoms; use platform = "
                                                "\"measured\"",
                                                model.name));
    if (from_encoders_) geometry_ = std::make_unique<FromEncoders>(model);
    rate_noise_ = spec->rate_noise;
    position_noise_ = spec->position_noise;
    rotation_noise_ = spec->rotation_noise;
    twist_noise_ = spec->twist_noise;
    if (!from_encoders_ && (position_noise_ != 0.0 || rotation_noise_ != 0.0)) projection_ = std::make_unique<PoseProjection>(model);
    resolution_ = one_each(model, spec->resolution, spec->place, "resolution");
    noise_ = one_each(model, spec->noise, spec->place, "noise");
    effort_noise_ = one_each(model, spec->effort_noise, spec->place, "effort_noise");
    const double steps = spec->delay / step;
    if (!(steps < 1e6)) throw InputError(spec->place, "'delay' in sensors is more than a million steps");
    samples += static_cast<std::size_t>(std::llround(steps));
  }
  const auto actuators = static_cast<Eigen::Index>(model.actuators.size());
  last_qa_.setZero(actuators);
  readings_.setZero(actuators);
  Sample empty{0.0, VecX<double>::Zero(actuators), VecX<double>::Zero(actuators), {model.home, VecX<double>::Zero(model.mobility.n)}};
  ring_.assign(samples, empty);
}

void Sensors::sample(double t, const MotionState& state, const VecX<double>& qa, const VecX<double>& dqa) {
  assert(qa.size() == readings_.size());
  assert(dqa.size() == readings_.size());
  Sample& s = ring_[next_];
  s.t = t;
  read(qa);
  s.qa = readings_;
  s.dqa = dqa;
  s.state.pose = state.pose;
  s.state.Vr = state.Vr;
  if (filled_ == 0 && from_encoders_) estimate_ = state.pose;  // homed
  next_ = (next_ + 1) % ring_.size();
  filled_ = std::min(filled_ + 1, ring_.size());
}

void Sensors::read(const VecX<double>& qa) {
  readings_ = qa;
  for (Eigen::Index a = 0; a < qa.size() && !ideal_; ++a) {
    double& q = readings_(a);
    if (noise_(a) > 0.0) q += noise_(a) * normal_(random_);
    // finer than the digits of a number: nothing to round
    if (resolution_(a) > 1e-15 * std::abs(q)) q = resolution_(a) * std::nearbyint(q / resolution_(a));
  }
}

void Sensors::record(VecX<double>& effort) {
  for (Eigen::Index a = 0; a < effort.size() && !ideal_; ++a) effort(a) += effort_noise_(a) * normal_(recorder_);
}

void Sensors::encoders(const Sample& seen, Measurement& out) {
  for (Eigen::Index a = 0; a < seen.qa.size(); ++a) {
    const double q = out.qa(a) = seen.qa(a);
    if (!difference_) out.dqa(a) = seen.dqa(a) + (rate_noise_ > 0.0 ? rate_noise_ * normal_(random_) : 0.0);
    else out.dqa(a) = first_ ? seen.dqa(a) : (q - last_qa_(a)) / period_;
    last_qa_(a) = q;
  }
  first_ = false;
}

// The next pose if the platform goes on as from the one before the last to the last.
Pose<double> Sensors::expected() const {
  Pose<double> out = estimate_;
  out.p += estimate_.p - before_.p;
  out.R *= before_.R.transpose() * estimate_.R;
  for (std::size_t k = 0; k < model_.nacelle.joints.size(); ++k) {
    const JointPosition<double>&a = before_.z[k], &b = estimate_.z[k];
    const double c = b.c * a.c + b.s * a.s, s = b.s * a.c - b.c * a.s;
    out.z[k] = {b.c * c - b.s * s, b.s * c + b.c * s, 2.0 * b.d - a.d};
  }
  return out;
}

Outcome Sensors::platform_from_encoders(Measurement& out) {
  FromEncoders& g = *geometry_;
  Pose<double> pose = estimate_;
  Outcome outcome{Status::not_converged, kInfinity};
  if (found_ == 2 && !g.forward.closed_form()) {
    pose = expected();
    outcome = g.forward.warm(out.qa.data(), pose, g.forward_memory);
  }
  if (!outcome.answered()) {
    pose = estimate_;
    outcome = g.forward(out.qa.data(), pose, g.forward_memory);
  }
  if (!outcome.answered()) return outcome;
  before_ = estimate_;
  estimate_ = pose;
  found_ = std::min(found_ + 1, 2);
  const Outcome rates = g.joints.platform_rates(g.evaluator, estimate_, out.dqa, g.memory, out.Vr);
  if (!rates.answered()) return rates;
  out.pose = estimate_;
  return {};
}

void Sensors::platform_measured(const Sample& seen, Measurement& out) {
  out.pose = seen.state.pose;
  out.Vr = seen.state.Vr;
  for (Eigen::Index c = 0; c < out.Vr.size() && twist_noise_ > 0.0; ++c) out.Vr(c) += twist_noise_ * normal_(random_);
  if (position_noise_ == 0.0 && rotation_noise_ == 0.0) return;
  VecX<double> step = VecX<double>::Zero(model_.nacelle.freedoms());
  for (const FreeComponent& f : model_.mobility.free) step(f.index) = (f.angular ? rotation_noise_ : position_noise_) * normal_(random_);
  Pose<double> pose = moved(model_, out.pose, step);
  if ((*projection_)(pose).answered()) out.pose = pose;
}

Outcome Sensors::measure(Measurement& out) {
  const Sample& seen = ring_[filled_ < ring_.size() ? 0 : next_];  // the oldest
  out.t = seen.t;
  if (ideal_) {
    out.qa = seen.qa;
    out.dqa = seen.dqa;
    out.pose = seen.state.pose;
    out.Vr = seen.state.Vr;
    return {};
  }
  encoders(seen, out);
  if (from_encoders_) return platform_from_encoders(out);
  platform_measured(seen, out);
  return {};
}

}  // namespace gough
