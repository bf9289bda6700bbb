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
    : model_(model),
      list_(sensors(model)),
      period_(period),
      random_(seed),
      recorder_(seed + 1),
      estimate_(model.home),
      before_(model.home) {
  std::size_t samples = 1;
  if (list_.size() > model.actuators.size()) joints_ = std::make_unique<KinematicsData<double>>(model);
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
    if (spec->platform == "measured" && (position_noise_ != 0.0 || rotation_noise_ != 0.0))
      projection_ = std::make_unique<PoseProjection>(model);
    resolution_ = one_each(model, spec->resolution, spec->place, "resolution");
    noise_ = one_each(model, spec->noise, spec->place, "noise");
    effort_noise_ = one_each(model, spec->effort_noise, spec->place, "effort_noise");
    if (spec->platform == "sensors") prepare_estimate(*spec);
    const double steps = spec->delay / step;
    if (!(steps < 1e6)) throw InputError(spec->place, "'delay' in sensors is more than a million steps");
    samples += static_cast<std::size_t>(std::llround(steps));
  }
  const auto actuators = static_cast<Eigen::Index>(model.actuators.size());
  last_qa_.setZero(actuators);
  readings_.setZero(static_cast<Eigen::Index>(list_.size()));
  Sample empty{0.0, readings_, VecX<double>::Zero(actuators), {model.home, VecX<double>::Zero(model.mobility.n)}};
  ring_.assign(samples, empty);
}

// The standard deviations of the scenario take the place of those of the robot file.
void Sensors::prepare_estimate(const SensorSpec& spec) {
  for (std::size_t a = 0; a < model_.actuators.size(); ++a)
    if (const double sigma = noise_(static_cast<Eigen::Index>(a)); sigma > 0.0) list_[a].sigma = sigma;
  estimated_ = std::make_unique<KinematicsData<double>>(model_);
  (void)position(model_, model_.home, *estimated_);
  const Observability seen = observability(model_, list_, *estimated_);
  if (!seen.observable())
    throw InputError(spec.place, fmt::format("the sensors of {} do not tell its pose: nothing measures {}; give a joint a `sensor` (`gough "
                                             "sensors` says which), or use platform = \"measured\"",
                                             model_.name, motion_words(model_, seen.unseen)));
}

void Sensors::sample(double t, const MotionState& state, const VecX<double>& qa, const VecX<double>& dqa) {
  assert(qa.size() == static_cast<Eigen::Index>(model_.actuators.size()));
  assert(dqa.size() == qa.size());
  Sample& s = ring_[next_];
  s.t = t;
  if (joints_) {
    (void)position(model_, state.pose, *joints_);
    readings_ = sensor_readings(model_, list_, *joints_);
  }
  read(qa);
  s.q = readings_;
  s.dqa = dqa;
  s.state.pose = state.pose;
  s.state.Vr = state.Vr;
  if (filled_ == 0 && (from_encoders_ || estimated_)) estimate_ = state.pose;  // homed
  next_ = (next_ + 1) % ring_.size();
  filled_ = std::min(filled_ + 1, ring_.size());
}

void Sensors::read(const VecX<double>& qa) {
  readings_.head(qa.size()) = qa;
  for (Eigen::Index a = 0; a < qa.size() && !ideal_; ++a) {
    double& q = readings_(a);
    if (noise_(a) > 0.0) q += noise_(a) * normal_(random_);
    // finer than the digits of a number: nothing to round
    if (resolution_(a) > 1e-15 * std::abs(q)) q = resolution_(a) * std::nearbyint(q / resolution_(a));
  }
  for (std::size_t s = model_.actuators.size(); s < list_.size() && !ideal_; ++s)
    readings_(static_cast<Eigen::Index>(s)) += list_[s].sigma * normal_(random_);
}

void Sensors::record(VecX<double>& effort) {
  for (Eigen::Index a = 0; a < effort.size() && !ideal_; ++a) effort(a) += effort_noise_(a) * normal_(recorder_);
}

void Sensors::encoders(const Sample& seen, Measurement& out) {
  for (Eigen::Index a = 0; a < seen.dqa.size(); ++a) {
    const double q = out.qa(a) = seen.q(a);
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
  keep(pose);
  const Outcome rates = g.joints.platform_rates(g.evaluator, estimate_, out.dqa, g.memory, out.Vr);
  if (!rates.answered()) return rates;
  out.pose = estimate_;
  return {};
}

void Sensors::keep(const Pose<double>& pose) {
  before_ = estimate_;
  estimate_ = pose;
  found_ = std::min(found_ + 1, 2);
}

// Rates of the joints besides the actuators, measured as those are, behind room for the actuators' own; `sigma`: the standard deviations of
// all, up to a factor.
VecX<double> Sensors::passive_rates(const Sample& seen, VecX<double>& sigma) {
  const auto count = static_cast<Eigen::Index>(list_.size());
  VecX<double> rates = VecX<double>::Zero(count);
  sigma = VecX<double>::Ones(count);
  if (difference_) {
    for (Eigen::Index s = 0; s < count; ++s) sigma(s) = list_[static_cast<std::size_t>(s)].sigma;
    if (last_q_.size() > 0) rates = (seen.q - last_q_) / period_;
    last_q_ = seen.q;
  } else if (joints_) {
    (void)position(model_, seen.state.pose, *joints_);
    rates = sensor_jacobian(model_, list_, *joints_) * seen.state.Vr;
    for (double& rate : rates) rate += rate_noise_ > 0.0 ? rate_noise_ * normal_(random_) : 0.0;
  }
  return rates;
}

Outcome Sensors::platform_from_sensors(const Sample& seen, Measurement& out) {
  const MeasuredPose found = measured_pose(model_, list_, seen.q, found_ == 2 ? expected() : estimate_, *estimated_);
  if (found.status == SightStatus::unobservable) return {Status::type2_singular, found.seen.distance};
  if (found.status != SightStatus::ok) return {Status::not_converged, found.worst};
  keep(found.pose);
  VecX<double> sigma, rates = passive_rates(seen, sigma);
  rates.head(out.dqa.size()) = out.dqa;
  const std::optional<MeasuredTwist> twist = measured_twist(model_, list_, rates, sigma, *estimated_);
  if (!twist) return {Status::type2_singular, found.seen.distance};
  out.pose = estimate_;
  out.Vr = twist->Vr;
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
    out.qa = seen.q.head(seen.dqa.size());
    out.dqa = seen.dqa;
    out.pose = seen.state.pose;
    out.Vr = seen.state.Vr;
    return {};
  }
  encoders(seen, out);
  if (from_encoders_) return platform_from_encoders(out);
  if (estimated_) return platform_from_sensors(seen, out);
  platform_measured(seen, out);
  return {};
}

}  // namespace gough
