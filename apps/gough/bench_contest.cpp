#include "apps/gough/bench_contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "apps/gough/emitted_code.hpp"
#include "apps/gough/peak.hpp"
#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/platform_legs.hpp"
#include "gough/dynamics/reactions.hpp"
#include "gough/dynamics/virtual_work.hpp"
#include "gough/evaluate/batch.hpp"
#include "gough/evaluate/fast_program.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/kinematics/velocity.hpp"
#include "gough/program/library_outputs.hpp"

namespace gough::command {
namespace {

constexpr int kDistinct = 256;  // states; batches repeat them

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Sample {
  Pose<double> pose;
  VecX<double> V, A, effort;
  std::vector<double> inputs, outputs;  // of the program; of the library
};

std::vector<Sample> samples(const Robot& robot, const ModelChoice& choice, int count) {
  std::mt19937_64 random(1);
  KinematicsData<double> k(robot);
  std::vector<Sample> out(count);
  for (Sample& s : out) {
    if (const Outcome outcome = sample_pose(robot, 0.9, 1e-2, random, s.pose, k); !outcome.ok())
      throw InputError({},
                       fmt::format("{}: no regular pose found ({}); is the workspace box right?", robot.name, to_string(outcome.status)));
    s.V = 2.0 * random_vector(robot.mobility.n, random);
    s.A = 10.0 * random_vector(robot.mobility.n, random);
    s.effort = 10.0 * random_vector(static_cast<int>(robot.actuators.size()), random);
    velocity(robot, s.V, k);
    acceleration(robot, s.A, k);
    s.inputs = program_inputs(robot, choice, k, s.effort);
    s.outputs = library_outputs(robot, choice, {}, k, s.effort);
  }
  return out;
}

// The library as it is called: from a pose, with a status.
class Library {
 public:
  Library(const Robot& robot, const ModelChoice& choice) : robot_(robot), choice_(choice), k_(robot), d_(robot), reactions_(robot) {
    if (choice.model != Model::regressor) return;
    const auto parameters = static_cast<Eigen::Index>(virtual_work::parameters(robot, load_).size());
    W_ = MatX<double>::Zero(robot.mobility.n, parameters);
    Y_ = MatX<double>::Zero(static_cast<Eigen::Index>(robot.actuators.size()), parameters);
  }

  void operator()(const Sample& s) {
    const Model m = choice_.model;
    if (m == Model::idm) (void)inverse_dynamics(robot_, choice_.formulation, load_, s.pose, s.V, s.A, k_, d_);
    else if (m == Model::ddm) (void)direct_dynamics(robot_, choice_.formulation, load_, s.pose, s.V, s.effort, k_, d_);
    else if (m == Model::igm) (void)inverse_geometry(robot_, s.pose, k_);
    else stages(s);
  }

 private:
  const Robot& robot_;
  ModelChoice choice_;
  Load load_;
  KinematicsData<double> k_;
  DynamicsData<double> d_;
  MatX<double> W_, Y_;
  Energy energy_;
  ReactionData<double> reactions_;

  void stages(const Sample& s) {
    (void)position(robot_, s.pose, k_);
    if (!takes_velocity(choice_.model)) return;
    velocity(robot_, s.V, k_);
    if (choice_.model == Model::mass) return platform_legs::mass_and_bias(robot_, load_, k_, d_);
    if (choice_.model == Model::bias) return platform_legs::bias(robot_, load_, k_, d_);
    acceleration(robot_, s.A, k_);
    if (choice_.model == Model::energy) energy_ = energy(robot_, load_, k_);
    if (choice_.model == Model::reactions) {
      platform_legs::inverse_dynamics(robot_, load_, k_, d_);
      reactions(robot_, load_, k_, d_.effort, reactions_);
    }
    if (choice_.model == Model::regressor) virtual_work::effort_regressor(robot_, k_, d_, W_, Y_);
  }
};

// One way to evaluate so many states, and where it leaves its answers: output o of state s at s * per_state + o * per_output.
struct Contestant {
  Way way;
  std::size_t states, per_state, per_output;
  std::function<void(double* out)> run;
  std::vector<double> out;
  double best = kInfinity;  // seconds per evaluation
};

// A run lasts a millisecond or more.
double run_for_a_moment(Contestant& c) {
  const Clock::time_point start = Clock::now();
  double elapsed = 0.0;
  std::size_t done = 0;
  for (; elapsed < 1e-3; elapsed = seconds_since(start), done += c.states) c.run(c.out.data());
  return elapsed / static_cast<double>(done);
}

double disagreement(const Contestant& c, const std::vector<Sample>& all) {
  double worst = 0.0;
  for (std::size_t s = 0; s < c.states; ++s) {
    const std::vector<double>& reference = all[s % all.size()].outputs;
    double size = 0.0, error = 0.0;
    for (std::size_t o = 0; o < reference.size(); ++o) {
      size = std::max(size, std::abs(reference[o]));
      const double e = std::abs(c.out[s * c.per_state + o * c.per_output] - reference[o]);
      error = e <= error ? error : std::isnan(e) ? kInfinity : e;
    }
    if (error > 0.0) worst = std::max(worst, error / size);
  }
  return worst;
}

// All contestants and what they work on.
class Contest {
 public:
  Contest(const Robot& robot, const ModelChoice& choice, int states)
      : program_(record(robot, choice)),
        n_(states),
        stride_(batch_stride(n_)),
        all_(samples(robot, choice, std::min(states, kDistinct))),
        library_(robot, choice) {
    for (std::size_t i = 0; i < program_.inputs.size(); ++i)
      for (std::size_t s = 0; s < stride_; ++s) columns_.push_back(all_[s % all_.size()].inputs[i]);
    add_one_by_one(by_library, [this](const Sample& s, double*) { library_(s); });
    add(FastProgram::interpreted(program_), interpreter, interpreter_batch);
    if (const FastProgram fast(program_); fast.is_machine_code()) {
      add(fast, machine_code, machine_code_batch);
      add_batch(machine_code_batch_all_cores,
                [fast](std::size_t n, std::size_t stride, const double* in, double* out) { fast.batch(n, stride, in, out, 0); });
    } else {
      missing_.push_back("no machine code: " + fast.why_not());
    }
    add_emitted("clang", clang, clang_batch);
    add_emitted("gcc", gcc, gcc_batch);
  }
  Contest(const Contest&) = delete;
  Contest& operator=(const Contest&) = delete;

  void run(BenchRow& row, const std::function<void()>& step) {
    const Peak peak;
    for (int round = 0; round < kBenchRounds; ++round, step()) {
      for (Contestant& c : contestants_) c.best = std::min(c.best, run_for_a_moment(c));
      const Clock::time_point start = Clock::now();
      const double operations = peak.burst();
      row.peak = std::max(row.peak, operations / seconds_since(start));
    }
    for (const Contestant& c : contestants_) {
      row.microseconds[c.way] = 1e6 * c.best;
      if (c.way != by_library) row.disagreement = std::max(row.disagreement, disagreement(c, all_));
    }
    row.operations = program_.count().total();
    row.missing = missing_;
  }

 private:
  Program program_;
  std::size_t n_, stride_;
  std::vector<Sample> all_;
  Library library_;
  std::vector<double> columns_;
  std::vector<Contestant> contestants_;
  std::vector<std::string> missing_;

  template <class F>
  void add_one_by_one(Way way, const F& f) {
    const std::size_t outputs = program_.outputs.size();
    const auto run = [this, f, outputs](double* out) {
      for (std::size_t s = 0; s < all_.size(); ++s) f(all_[s], out + s * outputs);
    };
    contestants_.push_back({way, all_.size(), outputs, 1, run, std::vector<double>(outputs * all_.size())});
  }
  template <class F>
  void add_batch(Way way, const F& f) {
    const auto run = [this, f](double* out) { f(n_, stride_, columns_.data(), out); };
    contestants_.push_back({way, n_, 1, stride_, run, std::vector<double>(program_.outputs.size() * stride_)});
  }
  template <class Code>
  void add(const Code& code, Way one, Way many) {
    add_one_by_one(one, [code](const Sample& s, double* out) { code(s.inputs.data(), out); });
    add_batch(many, [code](std::size_t n, std::size_t stride, const double* in, double* out) { code.batch(n, stride, in, out); });
  }
  void add_emitted(const char* compiler, Way one, Way many) {
    std::string why_not;
    if (const auto code = compile_emitted(program_, compiler, {}, &why_not)) add(*code, one, many);
    else missing_.push_back(fmt::format("no {}: {}", compiler, why_not));
  }
};

}  // namespace

BenchRow contest(const Robot& robot, const ModelChoice& choice, int states, const std::function<void()>& step) {
  BenchRow row;
  row.robot = robot.name;
  row.choice = choice;
  Contest(robot, choice, states).run(row, step);
  return row;
}

}  // namespace gough::command
