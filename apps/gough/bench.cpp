#include <fmt/format.h>

#include <memory>

#include "apps/gough/bench_contest.hpp"
#include "apps/gough/bench_control.hpp"
#include "apps/gough/command.hpp"
#include "apps/gough/dynamics.hpp"
#include "apps/gough/model_option.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/peak.hpp"
#include "apps/gough/warn.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/evaluate/worker_pool.hpp"

namespace gough::command {
namespace {

constexpr double kTolerance = 1e-9;

struct Options {
  std::vector<std::string> robots{"gough_stewart", "delta", "five_bar"}, models{"idm", "ddm"};
  std::string formulation = "P";
  int states = 16384;
  double seconds = 5.0;
  bool control = false, json = false;
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

int cores() { return static_cast<int>(core_count()); }

std::vector<std::string> labels(const BenchRow& r) { return {r.robot, to_string(r.choice.model), formulation_text(r.choice)}; }

std::vector<std::string> way_header() {
  return {"robot",       "model",     "by",           "operations", "library",
          "interpreter", "its batch", "machine code", "its batch",  fmt::format("{} cores", cores()),
          "clang",       "its batch", "gcc",          "its batch"};
}

// A table of one number for each way.
template <class F>
std::string ways_table(const Results& results, const F& text) {
  Table table(way_header());
  for (const BenchRow& r : results.rows) {
    std::vector<std::string> row = labels(r);
    row.push_back(std::to_string(r.operations));
    for (const double us : r.microseconds) row.push_back(us > 0 ? text(us) : "");
    table.add(row);
  }
  return table.text();
}

// What is compared: a way with another one.
struct Ratio {
  const char *header, *key;
  Way way, other;
};
constexpr Ratio kRatios[] = {{"as library", "machine_code_over_library", machine_code, by_library},
                             {"as interpreter", "machine_code_over_interpreter", machine_code, interpreter},
                             {"as clang", "machine_code_over_clang", machine_code, clang},
                             {"as gcc", "machine_code_over_gcc", machine_code, gcc},
                             {"its batch", "batch_over_single", machine_code_batch, machine_code},
                             {"as clang's", "batch_over_clang", machine_code_batch, clang_batch},
                             {"as gcc's", "batch_over_gcc", machine_code_batch, gcc_batch}};

std::string ratio_table(const Results& results) {
  std::vector<std::string> header{"robot", "model", "by"};
  for (const Ratio& ratio : kRatios) header.push_back(ratio.header);
  header.insert(header.end(), {"of peak (%)", "disagreement", ""});
  Table table(header);
  const auto known = [](double x, double scale, int digits) { return x > 0 ? fmt::format("{:.{}f}", scale * x, digits) : ""; };
  for (const BenchRow& r : results.rows) {
    std::vector<std::string> row = labels(r);
    for (const Ratio& ratio : kRatios) row.push_back(known(r.speed(ratio.way, ratio.other), 1, 2));
    row.push_back(known(r.peak_fraction(), 100, 0));
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
  fmt::print("\nhow many times as fast machine code is\n{}", ratio_table(results));
  for (const std::string& why : results.rows.front().missing) fmt::print("{}\n", why);
  for (const std::string& why : results.skipped) fmt::print("left out: {}\n", why);
}

Json row_json(const BenchRow& r) {
  static const char* const kNames[kWays] = {
      "library",     "interpreter", "interpreter_batch", "machine_code", "machine_code_batch", "machine_code_batch_all_cores", "clang",
      "clang_batch", "gcc",         "gcc_batch"};
  const auto if_known = [](double x) { return x > 0 ? Json(x) : Json(); };
  Json out{
      {"robot", r.robot}, {"model", to_string(r.choice.model)}, {"formulation", formulation_text(r.choice)}, {"operations", r.operations}};
  for (int w = 0; w < kWays; ++w) {
    const double us = r.microseconds[w];
    out[fmt::format("{}_us", kNames[w])] = if_known(us);
    out[fmt::format("{}_per_second", kNames[w])] = if_known(us > 0 ? 1e6 / us : 0.0);
  }
  for (const Ratio& ratio : kRatios) out[ratio.key] = if_known(r.speed(ratio.way, ratio.other));
  out["peak_fraction"] = if_known(r.peak_fraction());
  out["disagreement"] = r.disagreement;
  return out;
}

void print_json(const Results& results, const Options& o) {
  Json rows = Json::array();
  for (const BenchRow& r : results.rows) rows.push_back(row_json(r));
  emit(Json{{"rows", rows},
            {"agree", results.agree()},
            {"tolerance", kTolerance},
            {"states", o.states},
            {"cores", cores()},
            {"instructions", Peak().instructions()},
            {"peak_gflops", 1e-9 * results.peak()},
            {"missing", results.rows.front().missing},
            {"left_out", results.skipped}});
}

ControlTimes measure_control(const Options& o) {
  ControlTimes out;
  Progress progress;
  const std::size_t total = o.robots.size() * kControlRows;
  std::size_t done = 0;
  for (const std::string& name : o.robots) {
    const ControlTimes times = control_times(open_robot(name), o.seconds, [&] { progress.update(++done, total); });
    out.rows.insert(out.rows.end(), times.rows.begin(), times.rows.end());
    out.left_out.insert(out.left_out.end(), times.left_out.begin(), times.left_out.end());
  }
  return out;
}

void print(const ControlTimes& times) {
  Table table({"robot", "call", "processor time (us)", "times real time"});
  for (const ControlRow& r : times.rows)
    table.add({r.robot, r.call, fmt::format("{:.3f}", r.microseconds), r.real_time > 0 ? fmt::format("{:.0f}", r.real_time) : ""});
  fmt::print("{}", table.text());
  for (const std::string& why : times.left_out) fmt::print("left out: {}\n", why);
}

void print_json(const ControlTimes& times) {
  Json rows = Json::array();
  for (const ControlRow& r : times.rows)
    rows.push_back({{"robot", r.robot},
                    {"call", r.call},
                    {"processor_us", r.microseconds},
                    {"real_time_factor", r.real_time > 0 ? Json(r.real_time) : Json()}});
  emit(Json{{"control", rows}, {"left_out", times.left_out}});
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "bench", "Time a robot's models: the library, programs interpreted and as machine code, one state and many");
  auto o = std::make_shared<Options>();
  sub.option("ROBOT", o->robots, "robot files or catalog names (gough_stewart delta five_bar)");
  sub.option("--model", o->models, std::string(kModelHelp) + " (idm,ddm)").separated_by_commas();
  sub.option("--formulation", o->formulation, "of idm and ddm: E, V, P (default), N, or all that there are")
      .one_of({"E", "V", "P", "N", "all"});
  sub.number("--states", o->states, 1, 1e7, "states in a batch (16384)");
  sub.flag("--control", o->control, "time controllers, encoders to efforts and simulation with control instead of models");
  sub.number("--seconds", o->seconds, 0.01, 1e4, "of --control: simulated time, s (5)");
  sub.flag("--json", o->json, "print one JSON object");
  sub.footer(
      "Exit code 1 when an answer differs from the library's by more than 1e-9. Where clang or gcc is installed, what it makes of the\n"
      "emitted C is timed too; compiling takes seconds for each model. docs/benchmarks.md says what the columns mean.\n"
      "Examples:\n  gough bench\n  gough bench delta --model all --formulation all\n  gough bench quattro --control");
  sub.callback([=, &exit_code] {
    if (o->control) {
      const ControlTimes times = measure_control(*o);
      o->json ? print_json(times) : print(times);
      return;
    }
    const Results results = measure(*o);
    if (o->json) print_json(results, *o);
    else print(results, *o);
    exit_code = results.agree() ? kOk : kStatus;
  });
}

}  // namespace gough::command
