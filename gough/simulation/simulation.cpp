#include "gough/simulation/simulation.hpp"

#include <fmt/format.h>

#include "gough/dynamics/joint_effort.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/model/placed_error.hpp"
#include "gough/simulation/true_robot.hpp"

namespace gough {
namespace {

constexpr double kMostSteps = 1e9, kMostNumbers = 5e7;

Method method_of(const std::string& name) { return name == "rk4" ? Method::rk4 : name == "stiff" ? Method::stiff : Method::dormand_prince; }

// A time as a whole number of steps.
std::size_t whole_steps(double time, double step, const Place& place, const std::string& what) {
  const double ratio = time / step, whole = std::nearbyint(ratio);
  if (!(whole >= 1.0 && whole < kMostSteps) || std::abs(ratio - whole) > 1e-6 * whole)
    throw InputError(place, fmt::format("{} of {} s is not a whole number of steps of {} s", what, time, step));
  return static_cast<std::size_t>(whole);
}

std::optional<Trajectory> trajectory_of(const Robot& model, const ScenarioSpec& spec, const std::filesystem::path& folder) {
  if (spec.trajectory) return make_trajectory(model, *spec.trajectory, folder);
  if (spec.trajectory_file.empty()) return {};
  const std::filesystem::path file = folder / spec.trajectory_file;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) throw InputError(spec.place, fmt::format("'trajectory_file' {}: no such file", file.string()));
  return make_trajectory(model, read_trajectory_file(file), file.parent_path());
}

}  // namespace

Simulation::Simulation(const Robot& model, const ScenarioSpec& spec, const std::filesystem::path& folder, bool by_programs)
    : model_(model),
      true_robot_(gough::true_robot(model, spec.plant)),
      trajectory_(trajectory_of(model_, spec, folder)),
      measured_(model_),
      reference_(model_),
      follower_(model_) {
  if (spec.controller) controller_.emplace(make_controller(model_, *spec.controller));
  set_times(spec);
  drive_.emplace(model_, spec.actuators);
  const double period = step_ * static_cast<double>(control_every_);
  sensors_.emplace(model_, spec.sensors ? &*spec.sensors : nullptr, step_, period, static_cast<unsigned long>(spec.seed));
  wrenches_.emplace(true_robot_, spec.wrench);
  singularity_ = spec.stop.singularity;
  limit_position_ = spec.stop.limits != "none";
  limit_speed_ = spec.stop.limits == "all";
  set_plant(spec, by_programs);
  set_start(spec);
  name_columns();
  const double numbers = static_cast<double>(columns_.size()) * (static_cast<double>(steps_) / static_cast<double>(log_every_));
  if (numbers > kMostNumbers)
    throw InputError(spec.place, fmt::format("the log would have {:.0g} numbers; lower 'log_rate' or 'duration'", numbers));
  rows_.reserve(static_cast<std::size_t>(numbers) + 2 * columns_.size());
}

void Simulation::set_times(const ScenarioSpec& spec) {
  if (!spec.duration && !trajectory_) throw InputError(spec.place, "missing key 'duration': without a trajectory it must be given");
  duration_ = spec.duration ? *spec.duration : trajectory_->duration();
  const bool sampled = controller_ && !controller_->continuous();
  const double period = sampled ? 1.0 / controller_->rate() : 1e-3;
  step_ = spec.integrator.step ? *spec.integrator.step : std::min(period, duration_);
  if (!(duration_ / step_ < kMostSteps))
    throw InputError(spec.place, fmt::format("{} s in steps of {} s are too many; expected at most {:.0g}", duration_, step_, kMostSteps));
  steps_ = static_cast<std::size_t>(std::ceil(duration_ / step_ - 1e-9));
  if (sampled) control_every_ = whole_steps(period, step_, spec.controller->place, "the controller's period");
  log_every_ = static_cast<std::size_t>(std::max(1.0, std::nearbyint(1.0 / (spec.log_rate * step_))));
}

void Simulation::set_plant(const ScenarioSpec& spec, bool by_programs) {
  try {
    integrator_.emplace(true_robot_,
                        IntegratorChoice{method_of(spec.integrator.method), spec.integrator.relative, spec.integrator.absolute});
  } catch (const InputError& error) {  // no stiff method
    throw placed_error(error, spec.integrator.place);
  }
  const auto body = [&](const std::optional<PayloadSpec>& payload) { return payload ? payload_body(true_robot_, *payload) : RigidBody{}; };
  for (const PayloadEventSpec& event : spec.event) {
    if (!event_times_.empty() && event.time < event_times_.back())
      throw InputError(event.place, "events must be in the order of their times");
    event_times_.push_back(event.time);
    event_payloads_.push_back(body(event.payload));
  }
  plant_.emplace(true_robot_, body(spec.plant.payload), wrenches_->points(), by_programs,
                 spec.event.empty() ? Plant::Payload::constant : Plant::Payload::input);
  input_ = plant_->input();
  here_ = plant_->terms();
  terms_ = plant_->no_friction_terms();
  rates_.now = rates_.after = input_.friction;
  stick_slip_.emplace(plant_->friction_points(), true_robot_.mobility.n);
  const bool continuous = controller_ && controller_->continuous();
  if (continuous && spec.sensors) throw InputError(spec.sensors->place, "a 'continuous' controller sees the state: it has no 'sensors'");
  if (continuous && drive_->varies()) throw InputError(spec.actuators.place, "'lag' is for controllers that are not 'continuous'");
  if (continuous) sight_ = std::make_unique<Sight>(model_);
  if (continuous || drive_->varies() || !wrenches_->empty())
    input_at_ = [this, continuous](double t, const Pose<double>& pose, const VecX<double>& Vr, PlantInput& input) {
      if (continuous) control_at(t, pose, Vr);
      drive_->effort_at(t, input.effort);
      wrenches_->at(t, input.wrench);
    };
  flow_.emplace(*plant_, input_, input_at_);
  conserves_ = !continuous && is_frictionless(true_robot_) && wrenches_->empty() && spec.event.empty();
}

void Simulation::set_start(const ScenarioSpec& spec) {
  dVr_.setZero(model_.mobility.n);
  acceleration_.setZero(model_.mobility.n);
  const auto actuators = static_cast<Eigen::Index>(model_.actuators.size());
  for (VecX<double>* x : {&qa_before_, &command_, &effort_before_, &recorded_, &totals_.effort_square, &totals_.effort_peak})
    x->setZero(actuators);
  if (trajectory_) outcome_ = refer(0.0);
  if (outcome_.status == Status::out_of_limits) outcome_ = {};
  state_.pose = reference_.pose;
  state_.Vr = reference_.Vr;
  const InitialSpec& initial = spec.initial;
  if (initial.pose) state_.pose = make_pose(model_, *initial.pose, state_.pose);
  if (!trajectory_) reference_.pose = state_.pose;
  const int n = model_.mobility.n;
  if (!initial.twist.empty()) {
    if (static_cast<int>(initial.twist.size()) != n)
      throw InputError(initial.place, fmt::format("'twist' in initial has {} numbers; expected {}", initial.twist.size(), n));
    state_.Vr = Eigen::Map<const VecX<double>>(initial.twist.data(), n);
  } else if (initial.speed > 0.0) {
    std::mt19937_64 random(static_cast<unsigned long>(spec.seed));
    state_.Vr = initial.speed * random_vector(n, random);
  }
  before_ = state_;
  if (spec.efforts == "hold" || controller_) command_ = holding_efforts(*plant_, state_.pose);
  if (spec.efforts == "hold" && controller_) throw InputError(spec.place, "'efforts' is for scenarios without a controller");
  drive_->start(command_);
  const Outcome start = inspect();
  if (outcome_.ok()) outcome_ = start;
  qa_before_ = here_.qa;
  energy_start_ = here_.kinetic + here_.potential;
  if (!conserves_) totals_.energy_drift = std::nan("");
  totals_.kinetic_max = here_.kinetic;
  totals_.loop_gap = plant_->loop_gap(state_);
}

Outcome Simulation::inspect() {
  const Outcome outcome = plant_->inspect(state_, singularity_, here_);
  if (!outcome.ok()) return outcome;
  for (std::size_t a = 0; a < true_robot_.actuators.size(); ++a) {
    const Actuator& actuator = true_robot_.actuators[a];
    const double beyond = std::max(actuator.position_min - here_.qa(a), here_.qa(a) - actuator.position_max);
    if (limit_position_ && beyond > 1e-12) return {Status::out_of_limits, beyond};
    if (limit_speed_ && std::abs(here_.dqa(a)) > actuator.speed_max)
      return {Status::out_of_limits, std::abs(here_.dqa(a)) / actuator.speed_max};
  }
  return outcome;
}

Simulation::Sight::Sight(const Robot& model)
    : projection(model),
      memory(projection.evaluator()),
      rest(VecX<double>::Zero(model.mobility.n)),
      ddqa(VecX<double>::Zero(static_cast<Eigen::Index>(model.actuators.size()))) {
  Measurement home(model);
  home.pose = model.home;
  look(rest, home);  // makes what will be asked for
}

void Simulation::Sight::look(const VecX<double>& Vr, Measurement& at) {
  (void)projection.evaluator().positions(at.pose, memory, at.qa);
  (void)projection.evaluator().rates(at.pose, Vr, rest, memory, at.dqa, ddqa);
}

// The reference at a time, which may be that of the last call.
Outcome Simulation::refer(double t) {
  if (t != reference_time_) reference_outcome_ = trajectory_->at(t, follower_, reference_);
  reference_time_ = t;
  return reference_outcome_;
}

// The law at a stage of the integrator.
void Simulation::control_at(double t, const Pose<double>& pose, const VecX<double>& Vr) {
  measured_.t = t;
  measured_.pose = pose;
  measured_.Vr = Vr;
  if (sight_->projection(measured_.pose).answered()) sight_->look(Vr, measured_);
  if (trajectory_) (void)refer(t);
  (void)(*controller_)(measured_, reference_, command_);
  drive_->command(t, command_);
}

void Simulation::control() {
  (void)sensors_->measure(measured_);
  if (trajectory_) {
    const Outcome outcome = refer(t_);
    if (!outcome.answered()) {
      outcome_ = outcome;
      return;
    }
  }
  (void)(*controller_)(measured_, reference_, command_);
  drive_->command(t_, command_);
  ++totals_.control_calls;
  const double position = (state_.pose.p - reference_.pose.p).norm();
  const bool turns = true_robot_.motion.turns();
  const double rotation = turns ? rotation_vector(state_.pose.R * reference_.pose.R.transpose()).norm() : 0.0;
  ++totals_.tracked;
  totals_.position_square += position * position;
  totals_.rotation_square += rotation * rotation;
  totals_.position_max = std::max(totals_.position_max, position);
  totals_.rotation_max = std::max(totals_.rotation_max, rotation);
}

// Dry friction for the coming step: at once where everything slides on, else solved for. False where a leg cannot reach.
bool Simulation::choose_friction(double h) {
  if (!stick_slip_->sticks()) {
    if (!friction_rates(here_, plant_->friction_points(), input_, h, dVr_, rates_)) return false;
    if (stick_slip_->slides_on(rates_, input_.friction)) return true;
  }
  if (!terms_known_ && !friction_terms(here_, terms_)) return false;
  if (!motion(here_, input_, dVr_)) return false;
  dVr_ = state_.Vr + h * dVr_;
  stick_slip_->choose(terms_, dVr_, h, input_.friction);
  return true;
}

// The step and what came of it: `here_` is of the new state.
Outcome Simulation::try_step(double h) {
  if (stick_slip_->rests()) return inspect();
  terms_known_ = false;
  Outcome outcome = integrator_->advance(*flow_, *plant_, t_, h, state_, &here_);
  if (!outcome.ok()) return outcome;
  if (stick_slip_->sticks()) {
    terms_known_ = plant_->friction_terms(state_.pose, terms_);
    if (!terms_known_) return {Status::unreachable, 0.0};
    stick_slip_->hold(terms_, state_.Vr);
  }
  return inspect();
}

bool Simulation::step() {
  if (!outcome_.ok() || index_ >= steps_) return finish();
  while (next_event_ < event_times_.size() && t_ >= event_times_[next_event_] - 1e-9 * step_) {
    plant_->carry(event_payloads_[next_event_++]);
    terms_known_ = false;
    (void)inspect();
  }
  sensors_->sample(t_, state_, here_.qa, here_.dqa);
  if (controller_ && index_ % control_every_ == 0) control();
  if (!outcome_.ok()) return finish();
  drive_->update(here_.qa);
  drive_->effort_at(t_, input_.effort);
  if (!wrenches_->empty()) wrenches_->at(t_, input_.wrench);
  if (index_ == 0) effort_before_ = input_.effort;
  const double h = index_ + 1 == steps_ ? duration_ - t_ : step_;
  const bool pushed = plant_->friction_points().empty() || choose_friction(h);
  if (index_ % log_every_ == 0) log();  // with the friction of the coming step, as the effort is
  if (!pushed) return land({Status::unreachable, 0.0}, h);
  before_.pose = state_.pose;
  before_.Vr = state_.Vr;
  qa_before_ = here_.qa;
  const Outcome outcome = try_step(h);
  if (!outcome.ok()) return land(outcome, h);
  account(h, outcome);
  ++index_;
  t_ = index_ == steps_ ? duration_ : step_ * static_cast<double>(index_);
  return index_ < steps_ || finish();
}

void Simulation::account(double h, const Outcome& outcome) {
  ++totals_.steps;
  drive_->effort_at(t_ + h, effort_before_);
  totals_.least_measure = std::min(totals_.least_measure, outcome.measure);
  if (conserves_) {
    if (input_at_) drive_->effort_at(t_ + 0.5 * h, input_.effort);
    for (Eigen::Index a = 0; a < here_.qa.size(); ++a) {
      const double moved = here_.qa(a) - qa_before_(a);
      work_ += input_.effort(a) * (true_robot_.actuators[a].revolute ? std::remainder(moved, 2.0 * kPi) : moved);
    }
  }
  for (Eigen::Index a = 0; a < here_.qa.size(); ++a) {
    totals_.effort_square(a) += input_.effort(a) * input_.effort(a);
    totals_.effort_peak(a) = std::max(totals_.effort_peak(a), std::abs(input_.effort(a)));
  }
  account_energy(t_ + h);
}

// At every step, so that it does not depend on how many of them are written.
void Simulation::account_energy(double t) {
  totals_.kinetic_max = std::max(totals_.kinetic_max, here_.kinetic);
  totals_.energy_drift =
      conserves_ ? std::max(totals_.energy_drift, std::abs(here_.kinetic + here_.potential - energy_start_ - work_)) : std::nan("");
  if (t < next_gap_) return;  // by the library: not at every step
  totals_.loop_gap = std::max(totals_.loop_gap, plant_->loop_gap(state_));
  next_gap_ = t + 0.1;
}

// A step that cannot be made whole: as far as it can be, by halves, so that the last state is valid and close to the event.
bool Simulation::land(Outcome why, double h) {
  for (int halving = 0; halving < 20; ++halving) {
    h *= 0.5;
    state_ = before_;
    (void)inspect();
    const Outcome outcome = try_step(h);
    if (outcome.ok()) {
      account(h, outcome);
      t_ += h;
      before_ = state_;
      qa_before_ = here_.qa;
    } else {
      why = outcome;
    }
  }
  state_ = before_;
  (void)inspect();
  outcome_ = why;
  return finish();
}

// The last row.
bool Simulation::finish() {
  if (!rows_.empty() && rows_[rows_.size() - columns_.size()] >= t_) return false;
  sensors_->sample(t_, state_, here_.qa, here_.dqa);
  log();
  totals_.loop_gap = std::max(totals_.loop_gap, plant_->loop_gap(state_));
  return false;
}

std::vector<virtual_work::Parameter> Simulation::estimates() const {
  return controller_ ? controller_->estimates() : std::vector<virtual_work::Parameter>{};
}

std::vector<double> Simulation::true_values() const {
  if (!controller_) return {};
  return controller_->estimated_of(virtual_work::parameters(true_robot_, plant_->load()));
}

}  // namespace gough
