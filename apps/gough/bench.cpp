#include <fmt/format.h>

#include <memory>
#include <thread>

#include "apps/gough/bench_contest.hpp"
#include "apps/gough/command.hpp"
#include "apps/gough/dynamics.hpp"
#include "apps/gough/model_option.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/peak.hpp"
#include "apps/gough/warn.hpp"
#include "gough/kinematics/load.hpp"

namespace gough::command {
namespace {

constexpr double kTolerance = 1e-9;

struct Options {
  std::vector<std::string> robots{"gough_stewart", "delta", "five_bar"}, models{"idm", "ddm"};
  std::string formulation = "P";
  int states = 16384;
  bool json = false;
};

struct Results {
  std::vector<BenchRow> rows;
  std::vector<std::string> skipped;  // models that a robot has not, and why

  double peak() const {
    double out = 0.0;
    for (const BenchRow& r : rows) out = std::max(out, r.peak);
    return out;
  }
  bool agree() const {
    return std::all_of(rows.begin(), rows.end(), [](const BenchRow& r) { return r.disagreement <= kTolerance; });
  }
};

std::vector<ModelChoice> choices(const Options& o) {
  std::vector<ModelChoice> out;
  for (Model m : models_of(o.models)) {
    if (m != Model::idm && m != Model::ddm) out.push_back({m});
    else
      for (Formulation f : formulations(o.formulation, m == Model::ddm)) out.push_back({m, f});
  }
  if (out.empty()) throw InputError({}, "direct dynamics is by formulation P or N");
  return out;
}

std::string formulation_text(const ModelChoice& c) {
  return c.model == Model::idm || c.model == Model::ddm ? std::string(1, letter(c.formulation)) : std::string();
}

Results measure(const Options& o) {
  Results out;
  Progress progress;
  const std::vector<ModelChoice> wanted = choices(o);
  const std::size_t total = o.robots.size() * wanted.size() * kBenchRounds;
  std::size_t done = 0;
  for (const std::string& name : o.robots) {
    const Robot robot = open_robot(name);
    for (const ModelChoice& c : wanted) {
      const std::size_t before = done;
      try {
        out.rows.push_back(contest(robot, c, o.states, [&] { progress.update(++done, total); }));
      } catch (const InputError& error) {
        out.skipped.push_back(fmt::format("{} {} {}: {}", robot.name, to_string(c.model), formulation_text(c), error.what()));
      }
      done = before + kBenchRounds;
    }
  }
  if (out.rows.empty()) throw InputError({}, out.skipped.front());
  const double peak = out.peak();  // the best of the run is the machine's
  for (BenchRow& r : out.rows) r.peak = peak;
  return out;
}

int cores() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

std::vector<std::string> labels(const BenchRow& r) { return {r.robot, to_string(r.choice.model), formulation_text(r.choice)}; }

std::vector<std::string> way_header(const std::string& first) {
  const std::string all = fmt::format("{} cores", cores());
  return {"robot",
          "model",
          "by",
          first,
          "library",
          "interpreter",
          "batch, 1 core",
          all,
          "compiled",
          "its batch, 1 core",
          all,
          "emitted",
          "its batch, 1 core"};
}

// A table of one number for each way.
template <class F>
std::string ways_table(const Results& results, const F& text) {
  Table table(way_header("operations"));
  for (const BenchRow& r : results.rows) {
    std::vector<std::string> row = labels(r);
    row.push_back(std::to_string(r.operations));
    for (const double us : r.microseconds) row.push_back(us > 0 ? text(us) : "");
    table.add(row);
  }
  return table.text();
}

std::string ratio_table(const Results& results) {
  Table table({"robot", "model", "by", "compiled/library", "its batch/compiled", "emitted/library", "its batch/emitted", "of peak (%)",
               "disagreement", ""});
  for (const BenchRow& r : results.rows) {
    std::vector<std::string> row = labels(r);
    const bool has = r.has_compiled();
    row.push_back(has ? fmt::format("{:.1f}", r.compiled_over_library()) : "");
    row.push_back(has ? fmt::format("{:.1f}", r.batch_over_single()) : "");
    row.push_back(has ? fmt::format("{:.1f}", r.emitted_over_library()) : "");
    row.push_back(has ? fmt::format("{:.1f}", r.emitted_batch_over_single()) : "");
    row.push_back(has ? fmt::format("{:.0f}", 100 * r.peak_fraction()) : "");
    row.insert(row.end(), {fmt::format("{:.1e}", r.disagreement), r.disagreement <= kTolerance ? "" : "DISAGREES"});
    table.add(row);
  }
  return table.text();
}

void print(const Results& results, const Options& o) {
  fmt::print("{}, peak of one core {:.1f} Gflop/s as measured; batches of {} states\n", Peak().instructions(), 1e-9 * results.peak(),
             o.states);
  fmt::print("\ntime per evaluation (us)\n{}", ways_table(results, [](double us) { return fmt::format("{:.3f}", us); }));
  fmt::print("\nevaluations per second (millions)\n{}", ways_table(results, [](double us) { return fmt::format("{:.3f}", 1.0 / us); }));
  fmt::print("\nhow many times as fast\n{}", ratio_table(results));
  if (const BenchRow& first = results.rows.front(); !first.has_compiled()) fmt::print("not compiled: {}\n", first.why_not_compiled);
  for (const std::string& why : results.skipped) fmt::print("left out: {}\n", why);
}

Json row_json(const BenchRow& r) {
  static const char* const kNames[kWays] = {
      "library", "interpreter",  "batch", "batch_all_cores", "compiled", "compiled_batch", "compiled_batch_all_cores",
      "emitted", "emitted_batch"};
  const auto if_compiled = [&](double x) { return r.has_compiled() ? Json(x) : Json(); };
  Json out{
      {"robot", r.robot}, {"model", to_string(r.choice.model)}, {"formulation", formulation_text(r.choice)}, {"operations", r.operations}};
  for (int w = 0; w < kWays; ++w) {
    const double us = r.microseconds[w];
    out[fmt::format("{}_us", kNames[w])] = us > 0 ? Json(us) : Json();
    out[fmt::format("{}_per_second", kNames[w])] = us > 0 ? Json(1e6 / us) : Json();
  }
  out["compiled_over_library"] = if_compiled(r.compiled_over_library());
  out["batch_over_single"] = if_compiled(r.batch_over_single());
  out["emitted_over_library"] = if_compiled(r.emitted_over_library());
  out["emitted_batch_over_single"] = if_compiled(r.emitted_batch_over_single());
  out["peak_fraction"] = if_compiled(r.peak_fraction());
  out["disagreement"] = r.disagreement;
  return out;
}

void print_json(const Results& results, const Options& o) {
  Json rows = Json::array();
  for (const BenchRow& r : results.rows) rows.push_back(row_json(r));
  const BenchRow& first = results.rows.front();
  emit(Json{{"rows", rows},
            {"agree", results.agree()},
            {"tolerance", kTolerance},
            {"states", o.states},
            {"cores", cores()},
            {"instructions", Peak().instructions()},
            {"peak_gflops", 1e-9 * results.peak()},
            {"not_compiled", first.has_compiled() ? Json() : Json(first.why_not_compiled)},
            {"left_out", results.skipped}});
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "bench", "Time a robot's models: the library, programs interpreted and compiled, one state and many");
  auto o = std::make_shared<Options>();
  sub.option("ROBOT", o->robots, "robot files or catalog names (gough_stewart delta five_bar)");
  sub.option("--model", o->models, std::string(kModelHelp) + " (idm,ddm)").separated_by_commas();
  sub.option("--formulation", o->formulation, "of idm and ddm: E, V, P (default), N, or all that there are")
      .one_of({"E", "V", "P", "N", "all"});
  sub.number("--states", o->states, 1, 1e7, "states in a batch (16384)");
  sub.flag("--json", o->json, "print one JSON object");
  sub.footer(
      "Exit code 1 when an answer differs from the library's by more than 1e-9. Compiled programs need a C compiler; the first run makes\n"
      "them, which takes seconds for each. docs/benchmarks.md says what the columns mean.\n"
      "Examples:\n  gough bench\n  gough bench delta --model all --formulation all");
  sub.callback([=, &exit_code] {
    const Results results = measure(*o);
    if (o->json) print_json(results, *o);
    else print(results, *o);
    exit_code = results.agree() ? kOk : kStatus;
  });
}

}  // namespace gough::command
