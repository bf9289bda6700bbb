#include <fmt/format.h>

#include <algorithm>

#include "apps/gough/command.hpp"
#include "apps/gough/dynamics.hpp"
#include "apps/gough/dynamics_plot.hpp"
#include "apps/gough/joint_dynamics.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/state.hpp"
#include "apps/gough/state_dynamics.hpp"
#include "apps/gough/state_file.hpp"
#include "apps/gough/typed_motion.hpp"
#include "apps/gough/warn.hpp"
#include "gough/dynamics/lumped_legs.hpp"

namespace gough::command {
namespace {

// A row of the file: the pose with V_r, or the actuated joints, and the acceleration or the efforts. Neither where the row lacks a number.
struct State {
  std::optional<GivenPose> given;
  std::optional<ActuatedJoints> joints;
  VecX<double> twist, driven;
  bool known() const { return given || joints; }
};

// The states that a table gives, for inverse or direct dynamics.
class States {
 public:
  States(const Robot& robot, const std::string& name, bool direct) : robot_(robot), file_(robot, name), direct_(direct) {
    const TableColumns& columns = file_.columns();
    if (!columns.has(ColumnKind::pose) && columns.has(ColumnKind::actuator)) joints_.emplace(robot, file_);
    else poses_.emplace(robot, columns, file_.csv());
    if (direct) efforts_ = file_.need(actuator_columns(robot, "tau_"), "efforts of the actuators", "idm");
  }

  const StateFile& file() const { return file_; }
  bool of_joints() const { return joints_.has_value(); }
  const std::vector<double>& times() const { return times_; }  // of the rows read, or their numbers

  bool next(State& state) {
    if (!file_.next()) return false;
    state = {};
    if (direct_) state.driven = file_.numbers(efforts_);
    poses_ ? read_pose(state) : read_joints(state);
    times_.push_back(file_.time());
    return true;
  }

 private:
  const Robot& robot_;
  StateFile file_;
  std::optional<StateColumns> poses_;
  std::optional<JointColumns> joints_;
  bool direct_;
  std::vector<int> efforts_;
  std::vector<double> times_;

  void read_pose(State& state) {
    state.given = poses_->pose(file_.row(), file_.place());
    state.twist = poses_->twist(file_.row());
    if (!direct_) state.driven = poses_->acceleration(file_.row());
    if (!state.twist.allFinite() || !state.driven.allFinite()) state.given.reset();
    if (state.given) warn_of_far_pose(robot_, state.given->pose, file_.csv().file());
  }

  void read_joints(State& state) {
    state.joints = joints_->joints(file_);
    if (direct_ && !state.driven.allFinite()) state.joints.reset();
  }
};

// What the table that is written has of the one that is read, and what replaces it.
PassedColumns passed_columns(const TableColumns& columns, bool direct) {
  if (direct) return {columns, {ColumnKind::acceleration, ColumnKind::actuator_acceleration, ColumnKind::formulation}};
  return {columns, {ColumnKind::effort, ColumnKind::formulation}};
}

// How far another robot's efforts are from these.
class Comparison {
 public:
  Comparison(const Robot& robot, const Load& load, const DynamicsOptions& o, bool programs)
      : robot_(robot),
        other_(o.against == "lumped-legs" ? lumped_legs(robot) : open_robot(o.against), load),
        dynamics_(other_, o, false, programs),
        effort_(robot.actuators.size()) {
    const Robot& other = other_.robot();
    if (other.actuators.size() != robot.actuators.size() || other.mobility.n != robot.mobility.n)
      throw InputError({}, fmt::format("--against: {} and {} have not the same freedoms and actuators", robot.name, other.name));
  }

  void add(Formulation f, const Pose<double>& pose, const FreeMotion& motion, const VecX<double>& effort) {
    if (!dynamics_(f, pose, motion.Vr, motion.dVr, effort_).answered()) return;
    const VecX<double> error = effort_ - effort;
    worst_ = std::max(worst_, error.cwiseAbs().maxCoeff());
    largest_ = std::max(largest_, effort.cwiseAbs().maxCoeff());
    sum_ += error.squaredNorm();
    efforts_ += effort.squaredNorm();
    compared_ += static_cast<std::size_t>(error.size());
  }

  void print() const {
    if (compared_ == 0) throw InputError({}, "--against: no state could be compared");
    const auto rms = [&](double sum) { return std::sqrt(sum / static_cast<double>(compared_)); };
    fmt::print(
        "{} against {}: largest difference {} ({:.2f} % of the largest effort {}), RMS {} ({:.2f} % of the RMS effort {}), over {} "
        "efforts\n",
        other_.robot().name, robot_.name, number(worst_), percent(worst_, largest_), number(largest_), number(rms(sum_)),
        percent(rms(sum_), rms(efforts_)), number(rms(efforts_)), compared_);
  }

 private:
  const Robot& robot_;
  Evaluator other_;
  StateDynamics dynamics_;
  VecX<double> effort_;
  double worst_ = 0.0, largest_ = 0.0, sum_ = 0.0, efforts_ = 0.0;
  std::size_t compared_ = 0;

  static double percent(double part, double whole) { return part > 0.0 ? 100.0 * part / whole : 0.0; }
};

// Inverse or direct dynamics, row after row.
class Rows {
 public:
  Rows(const Evaluator& evaluator, const DynamicsOptions& o, bool direct, bool programs, const States& states)
      : o_(o),
        direct_(direct),
        passed_(passed_columns(states.file().columns(), direct)),
        wanted_(formulations(o.formulation, direct)),
        dynamics_(evaluator, o, direct, programs),
        answer_(direct ? static_cast<std::size_t>(evaluator.robot().mobility.n) : evaluator.robot().actuators.size()) {
    const Robot& robot = evaluator.robot();
    if (states.of_joints()) joints_.emplace(robot, evaluator.load(), o, start_pose(robot, o), direct, programs);
    else if (o.start) throw InputError({}, "--start chooses the assembly mode of joints; this table has poses");
    text_ = passed_.header();
    for (Formulation f : wanted_)
      for (const std::string& name : direct ? acceleration_columns(robot) : actuator_columns(robot, "tau_"))
        text_ += is_first(f) ? name + "," : fmt::format("{}.{},", letter(f), name);
    text_ += "status\n";
  }
  const std::string& text() const { return text_; }
  const std::vector<double>& answers() const { return answers_; }  // row after row, for a plot; not a number where there is none

  void add_all(States& states, Comparison* comparison) {
    State state;
    while (states.next(state)) {
      Pose<double> pose;
      Outcome outcome;
      if (state.given) outcome = dynamics_.find(*state.given, pose);
      if (state.joints) joints_->take(*state.joints);
      const bool found = state.known() && solvable(outcome);
      passed_.write(states.file().row(), text_);
      if (found && !joints_) check_mass(pose);
      for (Formulation f : wanted_) {
        const bool tried = found && !refused(f) && (direct_ || outcome.answered());
        if (tried && !attempt(f, pose, state, outcome)) refused_.push_back(f);
        write(found && !refused(f) && answered(f, outcome), answer_);
      }
      (text_ += state.known() ? to_string(outcome.status) : std::string_view(states.file().status())) += '\n';
      if (comparison && found && outcome.answered()) compare(*comparison, pose, state);
    }
  }

 private:
  const DynamicsOptions& o_;
  bool direct_;
  PassedColumns passed_;
  std::vector<Formulation> wanted_;
  StateDynamics dynamics_;
  VecX<double> answer_;
  std::vector<double> answers_;
  std::string text_;
  std::vector<Formulation> refused_;
  bool massive_ = false;
  std::optional<JointDynamics> joints_;  // of a table of joints

  // Its columns have the plain names, those of the others its letter before them.
  bool is_first(Formulation f) const { return wanted_.size() == 1 || f == Formulation::platform_legs; }

  // P needs no J_inv⁻¹ where the efforts are given, so that it answers at a Type 2 singularity too.
  bool solvable(const Outcome& outcome) const { return direct_ ? outcome.has_position() : outcome.answered(); }
  bool answered(Formulation f, const Outcome& outcome) const { return direct_ ? has_acceleration(f, outcome) : outcome.answered(); }
  // Once: a robot without mass along some freedom has no direct dynamics anywhere.
  void check_mass(const Pose<double>& pose) {
    if (direct_ && !massive_) massive_ = dynamics_.check_mass(pose);
  }

  bool refused(Formulation f) const { return std::find(refused_.begin(), refused_.end(), f) != refused_.end(); }

  // False where all formulations are asked for and this one cannot take the robot: it is said once, and its cells stay empty.
  bool attempt(Formulation f, const Pose<double>& pose, const State& state, Outcome& outcome) {
    try {
      outcome = joints_ ? (*joints_)(f, state.driven, answer_) : dynamics_(f, pose, state.twist, state.driven, answer_);
    } catch (const InputError& error) {
      if (f != Formulation::elements || wanted_.size() == 1) throw;
      warn(std::string("formulation ") + letter(f), fmt::format("{}: {}", letter(f), error.what()));
      return false;
    }
    return true;
  }

  // The other robot stays in the working modes of its home.
  void compare(Comparison& comparison, const Pose<double>& pose, const State& state) {
    if (!joints_) return comparison.add(wanted_.back(), pose, {state.twist, state.driven}, answer_);
    const ActuatedMotion& m = joints_->motion();
    if (m.outcome.answered() && m.place.other_modes.empty()) comparison.add(wanted_.back(), m.place.pose, m.motion, answer_);
  }

  void write(bool known, const VecX<double>& numbers) {
    for (const double x : numbers) {
      const double shown = known ? x : std::nan("");
      write_cell(shown, text_);
      if (!o_.plot.empty()) answers_.push_back(shown);
    }
  }
};

}  // namespace

int dynamics_of_states(const Robot& robot, const DynamicsOptions& o, bool direct) {
  States states(robot, o.states, direct);
  const Evaluator evaluator(robot, load_of(robot, o));
  const bool programs = worth_programs(states.file().total());
  Rows rows(evaluator, o, direct, programs, states);
  std::optional<Comparison> comparison;
  if (!o.against.empty()) comparison.emplace(robot, evaluator.load(), o, programs);
  rows.add_all(states, comparison ? &*comparison : nullptr);
  if (!o.plot.empty()) plot_answers(robot, o, direct, states.times(), states.file().timed(), rows.answers());
  if (comparison) comparison->print();
  if (!comparison || !o.output.empty()) emit(rows.text(), o.output);
  return kOk;
}

}  // namespace gough::command
