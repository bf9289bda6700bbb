#include "gough/identification/excitation.hpp"

#include <fmt/format.h>
#include <nlopt.h>

#include <chrono>
#include <memory>
#include <numeric>

#include "gough/identification/excitation_problem.hpp"
#include "gough/kinematics/sampling.hpp"
#include "gough/model/input_error.hpp"

namespace gough {
namespace {

constexpr int kFinerCheck = 10;  // samples of the last check over those of the search
// A sine of harmonic 2 h peaks (2π 2h/samples)²/8 above its samples, and there are 100 h or more.
constexpr double kBetween = 0.998;
constexpr double kHop = 0.05;  // how far from the best yet, in shares of half a range
constexpr double kStep = 0.1;  // first step of the search, in shares of half a range
constexpr double kPrecision = 1e-3;
constexpr double kTolerated = 1e-6;  // of a constraint while searching

struct Candidate {
  VecX<double> x;
  double objective = kInfinity;
  MotionQuality quality;
};

void check(const ExcitationOptions& o) {
  const auto require = [](bool fine, const char* message) {
    if (!fine) throw InputError({}, message);
  };
  require(o.harmonics >= 1 && o.harmonics <= 50, "harmonics: expected 1 to 50");
  require(!o.rest || o.harmonics >= 3, "harmonics: to start and end at rest a series needs 3 or more");
  require(o.period >= 0.0 && std::isfinite(o.period), "period: expected a positive time in s");
  require(o.limit_share > 0.0 && o.limit_share <= 1.0, "share of the limits: expected more than 0 and at most 1");
  require(o.margin > 0.0 && o.margin < 1.0, "singularity margin: expected more than 0 and less than 1");
  require(o.random >= 1 && o.starts >= 0 && o.evaluations >= 0, "random trajectories, starts and evaluations: expected positive numbers");
  require(o.seconds >= 0.0, "time limit: expected a positive time in s");
}

class Search {
 public:
  Search(const Robot& robot, const ExcitationOptions& options) : options_(options), problem_(robot, options) {
    const VecX<double> still = VecX<double>::Zero(problem_.variables());
    const MotionQuality home = problem_.evaluate(problem_.motion(still), 1, false);
    if (!home.reached) throw InputError({}, fmt::format("{}: home is singular or out of reach", robot.name));
    if (home.use.largest() > 1.0)
      throw InputError({}, fmt::format("{}: home is already beyond a limit (workspace {:.3g}, stroke {:.3g}, effort {:.3g}, singularity "
                                       "{:.3g} of what is allowed); give other limits",
                                       robot.name, home.use.box, home.use.stroke, home.use.effort, home.use.singularity));
  }

  Excitation run() {
    draw_random();
    improve_best();
    return finish();
  }

 private:
  using Clock = std::chrono::steady_clock;
  ExcitationOptions options_;
  ExcitationProblem problem_;
  std::vector<Candidate> random_;
  Candidate best_;
  Candidate latest_;  // what NLopt asked for last: objective and constraints come from one evaluation
  int done_ = 0;
  const Clock::time_point start_ = Clock::now();

  bool out_of_time() const {
    return options_.seconds > 0.0 && std::chrono::duration<double>(Clock::now() - start_).count() > options_.seconds;
  }

  void tell() {
    if (!options_.progress) return;
    const MotionQuality& q = best_.quality;
    options_.progress(done_, options_.random + options_.evaluations, options_.criterion == Criterion::condition ? q.condition : q.log_det);
  }

  Candidate judged(const VecX<double>& x) {
    Candidate out{x, 0.0, problem_.evaluate(problem_.motion(x), problem_.samples())};
    out.objective = problem_.objective(out.quality);
    if (out.quality.use.largest() <= 1.0 && out.objective < best_.objective) best_ = out;
    ++done_;
    tell();
    return out;
  }

  void draw_random() {
    std::mt19937_64 random(options_.seed);
    for (int k = 0; k < options_.random && !(k > 0 && out_of_time()); ++k) {
      const VecX<double> x = random_vector(problem_.variables(), random);
      random_.push_back(judged(x * problem_.feasible_scale(x, 1.0, problem_.samples())));
    }
  }

  const Candidate& evaluated(unsigned n, const double* x) {
    const Eigen::Map<const VecX<double>> at(x, n);
    if (latest_.x.size() != at.size() || latest_.x != at) latest_ = judged(at);
    return latest_;
  }

  // The best of the random ones first; what is left goes into starts near the best yet, for COBYLA soon settles in a hollow.
  void improve_best() {
    std::vector<int> order(random_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return random_[a].objective < random_[b].objective; });
    const int starts = std::min(options_.starts, static_cast<int>(order.size())), end = done_ + options_.evaluations;
    const int each = options_.evaluations / (2 * std::max(starts, 1));
    for (int k = 0; k < starts && !out_of_time(); ++k) improve(random_[order[k]].x, each);
    std::mt19937_64 random(options_.seed + 1);
    while (starts > 0 && done_ < end && !out_of_time())
      improve(best_.x + kHop * random_vector(problem_.variables(), random), std::min(end - done_, std::max(each, 100)));
  }

  // COBYLA: no derivatives, constraints as they are.
  void improve(VecX<double> x, int evaluations) {
    if (evaluations < 1) return;
    const unsigned n = static_cast<unsigned>(x.size());
    const std::unique_ptr<nlopt_opt_s, void (*)(nlopt_opt)> opt(nlopt_create(NLOPT_LN_COBYLA, n), nlopt_destroy);
    if (!opt) throw std::bad_alloc();
    nlopt_set_lower_bounds1(opt.get(), -2.0);
    nlopt_set_upper_bounds1(opt.get(), 2.0);
    nlopt_set_initial_step1(opt.get(), kStep);
    nlopt_set_xtol_abs1(opt.get(), kPrecision);
    nlopt_set_maxeval(opt.get(), evaluations);
    nlopt_set_min_objective(
        opt.get(),
        [](unsigned size, const double* at, double*, void* self) {
          Search& search = *static_cast<Search*>(self);
          return search.out_of_time() ? (search.stop_now(), search.latest_.objective) : search.evaluated(size, at).objective;
        },
        this);
    const std::vector<double> tolerance(5, kTolerated);
    nlopt_add_inequality_mconstraint(
        opt.get(), 5,
        [](unsigned, double* result, unsigned size, const double* at, double*, void* self) {
          const LimitUse& use = static_cast<Search*>(self)->evaluated(size, at).quality.smooth;
          int k = 0;
          for (double share : {use.box, use.stroke, use.speed, use.effort, use.singularity}) result[k++] = share - 1.0;
        },
        this, tolerance.data());
    running_ = opt.get();
    double objective = 0.0;
    nlopt_optimize(opt.get(), x.data(), &objective);  // what it found within the limits is in best_
    running_ = nullptr;
  }

  nlopt_opt running_ = nullptr;
  void stop_now() { nlopt_force_stop(running_); }

  double median(double MotionQuality::*value) const {
    std::vector<double> values;
    for (const Candidate& c : random_) values.push_back(c.quality.*value);
    const auto middle = values.begin() + values.size() / 2;
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  }

  // Within the limits between the samples too.
  Excitation finish() {
    const int fine = kFinerCheck * problem_.samples();
    best_.x *= problem_.feasible_scale(best_.x, kBetween, fine);
    Excitation out;
    out.motion = problem_.motion(best_.x);
    const MotionQuality quality = problem_.evaluate(out.motion, fine);
    out.base = problem_.base();
    out.condition = quality.condition;
    out.log_det = quality.log_det;
    out.random_condition = median(&MotionQuality::condition);
    out.random_log_det = median(&MotionQuality::log_det);
    out.use = quality.use;
    out.distance = options_.margin / quality.use.singularity;
    out.evaluations = done_;
    out.stopped = out_of_time();
    return out;
  }
};

}  // namespace

Excitation excite(const Robot& robot, const ExcitationOptions& options) {
  check(options);
  return Search(robot, options).run();
}

}  // namespace gough
