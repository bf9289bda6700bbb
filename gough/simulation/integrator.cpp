#include "gough/simulation/integrator.hpp"

#include <algorithm>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation/generation_controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation/generation_runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/generation/make_controlled.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

#include "gough/simulation/stiff.hpp"

namespace gough {

namespace odeint = boost::numeric::odeint;

Flow::Flow(Plant& plant, PlantInput& input, const InputAt& input_at)
    : plant_(plant), input_(input), input_at_(input_at), chart_(plant.robot()), Vr_(plant.robot().mobility.n) {
  VN_.setZero(chart_.pose_size());
  dVr_.setZero(Vr_.size());
}

void Flow::start(const MotionState& state, const StateTerms* here, double* y) {
  here_ = here;
  chart_.set_base(state.pose);
  pose_ = state.pose;
  std::fill(y, y + chart_.pose_size(), 0.0);
  std::copy(state.Vr.begin(), state.Vr.end(), y + chart_.pose_size());
}

void Flow::finish(const double* y, MotionState& state) const {
  chart_.pose(y, state.pose);
  if (chart_.turns()) state.pose.R = orthonormal(state.pose.R);
  for (std::size_t k = 0; k < plant_.robot().nacelle.joints.size(); ++k) {
    JointPosition<double>& z = state.pose.z[k];
    const double length = std::sqrt(z.c * z.c + z.s * z.s);
    z = {z.c / length, z.s / length, z.d};
  }
  std::copy(y + chart_.pose_size(), y + chart_.size(), state.Vr.begin());
}

bool Flow::starts_at(const double* y) const {
  return std::all_of(y, y + chart_.pose_size(), [](double x) { return x == 0.0; }) &&
         std::equal(here_->Vr.begin(), here_->Vr.end(), y + chart_.pose_size());
}

bool Flow::operator()(double t, const double* y, double* dy) {
  chart_.pose(y, pose_);
  std::copy(y + chart_.pose_size(), y + chart_.size(), Vr_.begin());
  if (input_at_) input_at_(t, pose_, Vr_, input_);
  if (here_ && starts_at(y)) {
    if (!motion(*here_, input_, dVr_)) return false;
    VN_ = here_->VN;
  } else if (!plant_.motion(pose_, Vr_, input_, VN_, dVr_)) {
    return false;
  }
  chart_.rates(y, VN_, dy);
  std::copy(dVr_.begin(), dVr_.end(), dy + chart_.pose_size());
  return true;
}

// Dormand–Prince 5(4) of Boost.Odeint; its step is kept from one call to the next.
struct Integrator::Adaptive {
  using Vector = std::vector<double>;
  odeint::controlled_runge_kutta<odeint::runge_kutta_dopri5<Vector>> stepper;
  Vector y, before;
  double step = 0.0;

  Adaptive(const IntegratorChoice& choice, int size)
      : stepper(odeint::make_controlled(choice.absolute, choice.relative, odeint::runge_kutta_dopri5<Vector>())), y(size), before(size) {}

  Outcome advance(Flow& flow, double t, double h) {
    bool failed = false;
    const auto system = [&](const Vector& x, Vector& dx, double time) {
      if (flow(time, x.data(), dx.data())) return;
      failed = true;
      std::fill(dx.begin(), dx.end(), 0.0);
    };
    stepper.reset();
    const double end = t + h, least = 1e-9 * h;
    if (!(step > 0.0)) step = 0.1 * h;
    while (t < end) {
      const double left = end - t, used = std::min(step, left);
      double next = t, proposed = used;
      before = y;
      failed = false;
      const bool accepted = stepper.try_step(std::cref(system), y, next, proposed) == odeint::success;
      if (failed) {  // a stage beyond reach: try nearer
        y = before;
        stepper.reset();
        step = 0.25 * used;
        if (step < least) return {Status::unreachable, 0.0};
      } else if (!accepted) {
        step = proposed;
        if (step < least) return {Status::not_converged, step};
      } else {
        t = used == left ? end : next;
        step = used < step ? std::max(step, proposed) : proposed;  // a step that the end cut short says little
      }
    }
    return {};
  }
};

Integrator::Integrator(const Robot& robot, const IntegratorChoice& choice) : choice_(choice) {
  const int size = Chart(robot).size();
  for (VecX<double>* x : {&y_, &trial_, &k_[0], &k_[1], &k_[2], &k_[3]}) x->setZero(size);
  lengths_.setOnes(robot.mobility.n);
  for (int c = 0; c < robot.mobility.n; ++c)
    if (robot.mobility.free[c].angular) lengths_(c) = robot.length;
  natural_speed_ = std::sqrt(9.81 * robot.length);
  if (choice.method == Method::dormand_prince) adaptive_ = std::make_unique<Adaptive>(choice, size);
  if (choice.method == Method::stiff) stiff_ = std::make_unique<StiffSolver>(size, choice.relative, choice.absolute);
}

Integrator::~Integrator() = default;

Outcome Integrator::rk4(Flow& flow, double t, double h) {
  const Outcome beyond{Status::unreachable, 0.0};
  if (!flow(t, y_.data(), k_[0].data())) return beyond;
  trial_ = y_ + 0.5 * h * k_[0];
  if (!flow(t + 0.5 * h, trial_.data(), k_[1].data())) return beyond;
  trial_ = y_ + 0.5 * h * k_[1];
  if (!flow(t + 0.5 * h, trial_.data(), k_[2].data())) return beyond;
  trial_ = y_ + h * k_[2];
  if (!flow(t + h, trial_.data(), k_[3].data())) return beyond;
  const Eigen::Index n = lengths_.size();
  trial_ = h / 6.0 * (k_[0] - k_[1] - k_[2] + k_[3]);  // of third order: what the stages disagree by
  const double error = trial_.tail(n).cwiseProduct(lengths_).norm(), speed = y_.tail(n).cwiseProduct(lengths_).norm();
  if (!(error <= speed + natural_speed_)) return {Status::not_converged, error};
  y_ += h / 6.0 * (k_[0] + 2.0 * (k_[1] + k_[2]) + k_[3]);
  return {};
}

Outcome Integrator::advance(Flow& flow, Plant& plant, double t, double h, MotionState& state, const StateTerms* here) {
  flow.start(state, here, y_.data());
  Outcome outcome;
  switch (choice_.method) {
    case Method::rk4: outcome = rk4(flow, t, h); break;
    case Method::dormand_prince:
      std::copy(y_.begin(), y_.end(), adaptive_->y.begin());
      outcome = adaptive_->advance(flow, t, h);
      std::copy(adaptive_->y.begin(), adaptive_->y.end(), y_.begin());
      break;
    case Method::stiff: outcome = stiff_->advance(flow, t, h, y_); break;
  }
  if (!outcome.ok()) return outcome;
  flow.finish(y_.data(), state);
  return plant.settle(state.pose);
}

}  // namespace gough
