#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "apps/gough/command.hpp"
#include "apps/gough/dynamics.hpp"
#include "apps/gough/dynamics_plot.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/state.hpp"
#include "apps/gough/state_file.hpp"
#include "apps/gough/warn.hpp"
#include "gough/dynamics/elements.hpp"
#include "gough/dynamics/massless.hpp"
#include "gough/evaluate/evaluator.hpp"
#include "gough/evaluate/manifold_program.hpp"
#include "gough/kinematics/inverse_geometry.hpp"

namespace gough::command {
namespace {

constexpr std::size_t kWorthRecording = 500;  // rows: below, the library is done before a program is recorded

// A row of the file: the pose if it has one, V_r, and the acceleration or the efforts.
struct State {
  std::optional<GivenPose> given;
  VecX<double> twist, driven;
};

// The states that a table gives, for inverse or direct dynamics.
class States {
 public:
  States(const Robot& robot, const std::string& name, bool direct)
      : robot_(robot), file_(robot, name), columns_(robot, file_.columns(), file_.csv()) {
    if (direct) efforts_ = file_.need(actuator_columns(robot, "tau_"), "efforts of the actuators", "idm");
    direct_ = direct;
  }

  const StateFile& file() const { return file_; }
  const std::vector<double>& times() const { return times_; }  // of the rows read, or their numbers

  bool next(State& state) {
    if (!file_.next()) return false;
    state = {columns_.pose(file_.row(), file_.place()), columns_.twist(file_.row()),
             direct_ ? file_.numbers(efforts_) : columns_.acceleration(file_.row())};
    if (!state.twist.allFinite() || !state.driven.allFinite()) state.given.reset();
    if (state.given) warn_of_far_pose(robot_, state.given->pose, file_.csv().file());
    times_.push_back(file_.time());
    return true;
  }

 private:
  const Robot& robot_;
  StateFile file_;
  StateColumns columns_;
  bool direct_ = false;
  std::vector<int> efforts_;
  std::vector<double> times_;
};

// What the table that is written has of the one that is read, and what replaces it.
PassedColumns passed_columns(const TableColumns& columns, bool direct) {
  if (direct) return {columns, {ColumnKind::acceleration, ColumnKind::actuator_acceleration, ColumnKind::formulation}};
  return {columns, {ColumnKind::effort, ColumnKind::formulation}};
}

// How far another robot's efforts are from these.
class Comparison {
 public:
  Comparison(const Robot& robot, const DynamicsOptions& o)
      : robot_(robot), o_(o), other_(open_robot(o.against)), k_(other_), data_(other_) {
    if (other_.actuators.size() != robot.actuators.size() || other_.mobility.n != robot.mobility.n)
      throw InputError({}, fmt::format("--against: {} and {} have not the same freedoms and actuators", robot.name, other_.name));
  }

  void add(Formulation f, const Load& load, const Pose<double>& pose, const State& state, const VecX<double>& effort) {
    k_ = KinematicsData<double>(other_);
    if (!inverse_dynamics(other_, f, load, pose, state.twist, state.driven, k_, data_).answered()) return;
    distribute(other_, o_, k_, data_);
    const VecX<double> error = data_.effort - effort;
    worst_ = std::max(worst_, error.cwiseAbs().maxCoeff());
    largest_ = std::max(largest_, effort.cwiseAbs().maxCoeff());
    sum_ += error.squaredNorm();
    compared_ += static_cast<std::size_t>(error.size());
  }

  void print() const {
    if (compared_ == 0) throw InputError({}, "--against: no state could be compared");
    fmt::print("{} against {}: largest difference {} ({:.2f} % of the largest effort {}), RMS {}, over {} efforts\n", other_.name,
               robot_.name, number(worst_), 100 * worst_ / largest_, number(largest_),
               number(std::sqrt(sum_ / static_cast<double>(compared_))), compared_);
  }

 private:
  const Robot& robot_;
  const DynamicsOptions& o_;
  Robot other_;
  KinematicsData<double> k_;
  DynamicsData<double> data_;
  double worst_ = 0.0, largest_ = 0.0, sum_ = 0.0;
  std::size_t compared_ = 0;
};

// Inverse or direct dynamics, row after row.
class Rows {
 public:
  Rows(const Robot& robot, const DynamicsOptions& o, bool direct, const TableColumns& columns)
      : robot_(robot),
        o_(o),
        direct_(direct),
        passed_(passed_columns(columns, direct)),
        load_(load_of(robot, o)),
        wanted_(formulations(o.formulation, direct)),
        k_(robot),
        data_(robot) {
    text_ = passed_.header();
    for (Formulation f : wanted_)
      for (const std::string& name : direct ? acceleration_columns(robot) : actuator_columns(robot, "tau_"))
        text_ += is_first(f) ? name + "," : fmt::format("{}.{},", letter(f), name);
    text_ += "status\n";
  }
  const std::string& text() const { return text_; }
  const std::vector<double>& answers() const { return answers_; }  // row after row, for a plot; not a number where there is none

  // By the library, state by state.
  void one_by_one(States& states, Comparison* comparison) {
    State state;
    while (states.next(state)) {
      Pose<double> pose;
      Outcome outcome;
      if (state.given) outcome = solve_pose(robot_, *state.given, pose, k_);
      const bool found = state.given && solvable(outcome);
      passed_.write(states.file().row(), text_);
      if (found) check_mass();
      for (Formulation f : wanted_) {
        const bool tried = found && !refused(f) && (direct_ || outcome.answered());
        if (tried && !attempt(f, pose, state, outcome)) refused_.push_back(f);
        write(found && !refused(f) && answered(f, outcome), answer());
      }
      write(state.given ? to_string(outcome.status) : std::string_view(states.file().status()));
      if (comparison && found && outcome.answered()) comparison->add(wanted_.back(), load_, pose, state, answer());
    }
  }

  // The same by programs, for one formulation.
  void by_evaluator(States& states, const Evaluator& evaluator) {
    const Evaluator::Ready& model = evaluator.ready(direct_ ? Model::ddm : Model::idm, wanted_[0]);
    const ManifoldProgram manifold(evaluator.robot());
    Evaluator::Memory memory(evaluator);
    ManifoldProgram::Memory manifold_memory(manifold);
    State state;
    while (states.next(state)) {
      Pose<double> pose;
      Outcome outcome;
      if (state.given && !manifold.find(*state.given, pose, manifold_memory)) outcome = solve_pose(robot_, *state.given, pose, k_);
      bool found = state.given && solvable(outcome);
      if (found && direct_ && !massive_) (void)position(robot_, pose, k_);
      if (found) check_mass();
      if (found) outcome = evaluator.evaluate(model, pose, numbers(state.twist), numbers(state.driven), memory, answer().data());
      found = found && answered(wanted_[0], outcome);
      passed_.write(states.file().row(), text_);
      write(found, answer());
      write(state.given ? to_string(outcome.status) : std::string_view(states.file().status()));
    }
  }

 private:
  const Robot& robot_;
  const DynamicsOptions& o_;
  bool direct_;
  PassedColumns passed_;
  Load load_;
  std::vector<Formulation> wanted_;
  KinematicsData<double> k_;
  DynamicsData<double> data_;
  std::vector<double> answers_;
  std::string text_;
  std::vector<Formulation> refused_;
  bool massive_ = false;

  // Its columns have the plain names, those of the others its letter before them.
  bool is_first(Formulation f) const { return wanted_.size() == 1 || f == Formulation::platform_legs; }

  // P needs no J_inv⁻¹ where the efforts are given, so that it answers at a Type 2 singularity too.
  bool solvable(const Outcome& outcome) const { return direct_ ? has_joints(outcome) : outcome.answered(); }
  bool answered(Formulation f, const Outcome& outcome) const {
    return outcome.answered() || (direct_ && f == Formulation::platform_legs && outcome.status == Status::type2_singular);
  }
  // Once: a robot without mass along some freedom has no direct dynamics anywhere.
  void check_mass() {
    if (direct_ && !massive_) require_mass(robot_, load_, k_, data_);
    massive_ = true;
  }
  VecX<double>& answer() { return direct_ ? data_.acceleration : data_.effort; }

  bool refused(Formulation f) const { return std::find(refused_.begin(), refused_.end(), f) != refused_.end(); }

  // False where all formulations are asked for and this one cannot take the robot: it is said once, and its cells stay empty.
  bool attempt(Formulation f, const Pose<double>& pose, const State& state, Outcome& outcome) {
    try {
      outcome = by_library(f, pose, state, k_);
    } catch (const InputError& error) {
      if (f != Formulation::elements || wanted_.size() == 1) throw;
      warn(std::string("formulation ") + letter(f), fmt::format("{}: {}", letter(f), error.what()));
      return false;
    }
    return true;
  }

  Outcome by_library(Formulation f, const Pose<double>& pose, const State& state, KinematicsData<double>& k) {
    if (direct_) return direct_dynamics(robot_, f, load_, pose, state.twist, state.driven, k, data_);
    const Outcome outcome = inverse_dynamics(robot_, f, load_, pose, state.twist, state.driven, k, data_);
    return outcome.answered() ? redistributed(robot_, o_, k, data_, outcome) : outcome;
  }

  static std::span<const double> numbers(const VecX<double>& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

  void write(bool known, const VecX<double>& numbers) {
    for (const double x : numbers) {
      const double shown = known ? x : std::nan("");
      write_cell(shown, text_);
      if (!o_.plot.empty()) answers_.push_back(shown);
    }
  }
  void write(std::string_view status) { (text_ += status) += '\n'; }
};

// Whether programs answer what is asked: one formulation that can be recorded, and enough rows to be worth it.
bool by_programs(const Robot& robot, const DynamicsOptions& o, const Evaluator& evaluator, bool direct, std::size_t rows) {
  const std::vector<Formulation> wanted = formulations(o.formulation, direct);
  const bool plain = wanted.size() == 1 && o.distribution == "least-norm" && o.against.empty();
  const bool bare = wanted[0] == Formulation::elements && !elements::missing_element(robot, evaluator.load()).empty();
  if (!plain || bare || rows < kWorthRecording) return false;
  return direct || static_cast<int>(robot.actuators.size()) >= robot.mobility.n;  // else the library says why not
}

}  // namespace

int dynamics_of_states(const Robot& robot, const DynamicsOptions& o, bool direct) {
  States states(robot, o.states, direct);
  Rows rows(robot, o, direct, states.file().columns());
  std::optional<Comparison> comparison;
  if (!o.against.empty()) comparison.emplace(robot, o);
  const Evaluator evaluator(robot, load_of(robot, o));
  if (by_programs(robot, o, evaluator, direct, states.file().total())) rows.by_evaluator(states, evaluator);
  else rows.one_by_one(states, comparison ? &*comparison : nullptr);
  if (!o.plot.empty()) plot_answers(robot, o, direct, states.times(), states.file().timed(), rows.answers());
  if (comparison) comparison->print();
  if (!comparison || !o.output.empty()) emit(rows.text(), o.output);
  return kOk;
}

}  // namespace gough::command
