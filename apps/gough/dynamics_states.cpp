#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "apps/gough/command.hpp"
#include "apps/gough/dynamics.hpp"
#include "apps/gough/dynamics_plot.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/state.hpp"
#include "apps/gough/warn.hpp"
#include "gough/dynamics/massless.hpp"
#include "gough/io/files.hpp"
#include "gough/program/batch.hpp"
#include "gough/program/models.hpp"
#include "gough/program/parallel_batch.hpp"
#include "gough/program/pose_ports.hpp"

namespace gough::command {
namespace {

constexpr std::size_t kWorthRecording = 500;  // rows: below, the library is done before a program is recorded
constexpr std::size_t kChunk = 8192;          // rows that are evaluated together

std::vector<std::string> actuator_names(const Robot& robot) {
  std::vector<std::string> out;
  for (const Actuator& a : robot.actuators) out.push_back(a.name);
  return out;
}

std::vector<std::string> answer_names(const Robot& robot, bool direct) {
  if (!direct) return actuator_names(robot);
  std::vector<std::string> out;
  for (const FreeComponent& c : robot.mobility.free) out.push_back("dd_" + c.name);
  return out;
}

// A row of the file: V_r, and the acceleration or the efforts.
struct State {
  GivenPose given;
  VecX<double> twist, driven;
};

class StateFile {
 public:
  // Columns of efforts are named as the actuators.
  StateFile(const Robot& robot, const DynamicsOptions& o, bool direct)
      : robot_(robot),
        direct_(direct),
        in_(open_file(o.states)),
        csv_(in_, o.states),
        columns_(robot, csv_, o.rpy, direct ? actuator_names(robot) : std::vector<std::string>{}),
        time_(csv_.find("t")),
        total_(count_lines(o.states)) {}

  bool next(State& state) {
    if (!csv_.next(row_)) return false;
    state = {columns_.pose(row_), columns_.twist(row_), direct_ ? columns_.extra(row_) : columns_.acceleration(row_)};
    warn_of_far_pose(robot_, state.given.pose, csv_.file());
    times_.push_back(time_ < 0 ? static_cast<double>(done_) : row_[time_]);
    progress_.update(++done_, total_);
    return true;
  }
  bool timed() const { return time_ >= 0; }
  const std::vector<double>& times() const { return times_; }  // of the rows read, or their numbers
  std::size_t total() const { return total_; }

 private:
  const Robot& robot_;
  bool direct_;
  std::ifstream in_;
  CsvReader csv_;
  StateColumns columns_;
  int time_;
  std::size_t total_, done_ = 0;
  std::vector<double> row_, times_;
  Progress progress_;
};

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

using Evaluate = std::function<void(std::size_t n, std::size_t stride, const double* in, double* out)>;

// Inverse or direct dynamics, row after row.
class Rows {
 public:
  Rows(const Robot& robot, const DynamicsOptions& o, bool direct)
      : robot_(robot),
        o_(o),
        direct_(direct),
        load_(load_of(robot, o)),
        wanted_(formulations(o.formulation, direct)),
        k_(robot),
        data_(robot) {
    for (Formulation f : wanted_)
      for (const std::string& name : answer_names(robot, direct))
        text_ += wanted_.size() > 1 ? fmt::format("{}.{},", letter(f), name) : name + ",";
    text_ += "status\n";
  }
  const std::string& text() const { return text_; }
  const std::vector<double>& answers() const { return answers_; }  // row after row, for a plot; not a number where there is none

  // By the library, state by state.
  void one_by_one(StateFile& file, Comparison* comparison) {
    State state;
    while (file.next(state)) {
      Pose<double> pose;
      Outcome outcome = solve_pose(robot_, state.given, pose, k_);
      const bool found = solvable(outcome);
      if (found) check_mass();
      for (Formulation f : wanted_) {
        const bool tried = found && !refused(f) && (direct_ || outcome.answered());
        if (tried && !attempt(f, pose, state, outcome)) refused_.push_back(f);
        write(found && !refused(f) && answered(f, outcome), answer());
      }
      write(outcome);
      if (comparison && outcome.answered()) comparison->add(wanted_.back(), load_, pose, state, answer());
    }
  }

  // Poses and statuses by the library, then many states at once by a program of the model.
  void by_program(StateFile& file, const Program& program, const Evaluate& evaluate) {
    const PosePorts ports(robot_);
    std::vector<double> in(program.inputs.size() * kChunk), out(program.outputs.size() * kChunk);
    std::vector<Solved> chunk;
    State state;
    for (bool more = true; more;) {
      chunk.clear();
      while (chunk.size() < kChunk && (more = file.next(state))) {
        chunk.push_back(solve(state));
        if (chunk.back().found) gather(ports, state, in.data() + chunk.size() - 1);
      }
      evaluate(chunk.size(), kChunk, in.data(), out.data());
      for (std::size_t s = 0; s < chunk.size(); ++s) finish(chunk[s], out.data() + s);
    }
  }

 private:
  const Robot& robot_;
  const DynamicsOptions& o_;
  bool direct_;
  Load load_;
  std::vector<Formulation> wanted_;
  KinematicsData<double> k_;
  DynamicsData<double> data_;
  std::vector<double> inputs_, answers_;
  std::string text_;
  std::vector<Formulation> refused_;
  bool massive_ = false;

  // A state whose pose has been looked for.
  struct Solved {
    State state;
    Pose<double> pose;
    Outcome outcome;
    bool found = false;
    VecX<double> speed;  // q̇_a
  };

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

  Solved solve(const State& state) {
    Solved out{state, {}, {}, false, {}};
    out.outcome = solve_pose(robot_, state.given, out.pose, k_);
    out.found = answered(wanted_[0], out.outcome);
    if (out.found) check_mass();
    if (out.found) out.speed = k_.Jinv * state.twist;
    return out;
  }

  // One column of the program's inputs.
  void gather(const PosePorts& ports, const State& state, double* in) {
    inputs_.clear();
    ports.append(k_, inputs_);
    inputs_.insert(inputs_.end(), state.twist.begin(), state.twist.end());
    inputs_.insert(inputs_.end(), state.driven.begin(), state.driven.end());
    for (std::size_t i = 0; i < inputs_.size(); ++i) in[i * kChunk] = inputs_[i];
  }

  // The status as the library gives it, and the row. Numbers that are not finite are asked of the library itself.
  void finish(Solved& s, const double* out) {
    if (s.found) {
      for (Eigen::Index i = 0; i < answer().size(); ++i) answer()(i) = out[static_cast<std::size_t>(i) * kChunk];
      if (!answer().allFinite()) {
        KinematicsData<double> k(robot_);
        s.outcome = by_library(wanted_[0], s.pose, s.state, k);
      } else if (s.outcome.ok()) {
        k_.dqa = s.speed;
        s.outcome = actuator_limits(robot_, k_, direct_ ? s.state.driven : data_.effort);
      }
    }
    write(s.found && answered(wanted_[0], s.outcome), answer());
    write(s.outcome);
  }

  void write(bool known, const VecX<double>& numbers) {
    for (const double x : numbers) {
      if (known) fmt::format_to(std::back_inserter(text_), "{}", x);
      if (!o_.plot.empty()) answers_.push_back(known ? x : std::nan(""));
      text_ += ',';
    }
  }
  void write(const Outcome& outcome) { (text_ += to_string(outcome.status)) += '\n'; }
};

std::optional<Program> program_of(const Robot& robot, const DynamicsOptions& o, bool direct, std::size_t rows) {
  const std::vector<Formulation> wanted = formulations(o.formulation, direct);
  const bool plain = wanted.size() == 1 && o.distribution == "least-norm" && o.against.empty();
  if (o.compiled && !plain) throw InputError({}, "--compiled is for one formulation, without --distribution and --against");
  if (!plain || (rows < kWorthRecording && !o.compiled)) return std::nullopt;
  try {
    return record(robot, {direct ? Model::ddm : Model::idm, wanted[0], Source::pose}, load_of(robot, o));
  } catch (const InputError&) {  // the library says why, if a state asks for it
    return std::nullopt;
  }
}

Evaluate evaluator(const Program& program, bool compiled) {
  if (!compiled) return BatchEvaluator(program);
  std::string why_not;
  const std::optional<CompiledProgram> fast = compile(program, &why_not);
  if (!fast) throw InputError({}, fmt::format("--compiled: {}", why_not));
  return [fast = *fast](std::size_t n, std::size_t stride, const double* in, double* out) { parallel_batch(fast, n, stride, in, out); };
}

}  // namespace

int dynamics_of_states(const Robot& robot, const DynamicsOptions& o, bool direct) {
  Rows rows(robot, o, direct);
  std::optional<Comparison> comparison;
  {
    StateFile file(robot, o, direct);
    if (!o.against.empty()) comparison.emplace(robot, o);
    if (const auto program = program_of(robot, o, direct, file.total())) rows.by_program(file, *program, evaluator(*program, o.compiled));
    else rows.one_by_one(file, comparison ? &*comparison : nullptr);
    if (!o.plot.empty()) plot_answers(robot, o, direct, file.times(), file.timed(), rows.answers());
  }
  if (comparison) comparison->print();
  if (!comparison || !o.output.empty()) emit(rows.text(), o.output);
  return kOk;
}

}  // namespace gough::command
