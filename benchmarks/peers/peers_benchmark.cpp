#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "apps/gough/output.hpp"
#include "benchmarks/peers/contestant.hpp"

// Direct and inverse dynamics by this library and by general engines, side by side: time per call and whether they agree.
namespace gough::peers {
namespace {

using command::Json;
using command::Table;

constexpr int kStates = 64, kBatches = 15;

struct Row {
  std::string robot, what, engine;
  bool timed = true;
  double microseconds = 0.0, ratio = 0.0, of_program = 0.0, difference = 0.0, tolerance = 0.0;
  bool passed() const { return difference <= tolerance; }
};

// One function of one contestant, with what is known about it so far.
struct Entry {
  Row row;
  std::function<const VecX<double>&(int)> call;
  std::vector<double> batches;  // µs per call
};

std::vector<Entry> entries(const Scene& scene) {
  std::vector<Contestant> all = our_contestants(scene);
  for (const auto& more : {mujoco_contestants(scene), simbody_contestants(scene)}) all.insert(all.end(), more.begin(), more.end());
  std::vector<Entry> out;
  for (const Contestant& c : all)
    if (c.direct) out.push_back({{scene.robot.name, "direct", c.name, c.timed, 0, 0, 0, 0, c.direct_tolerance}, c.direct, {}});
  for (const Contestant& c : all)
    if (c.inverse) out.push_back({{scene.robot.name, "inverse", c.name, c.timed, 0, 0, 0, 0, c.inverse_tolerance}, c.inverse, {}});
  return out;
}

// Largest difference over the states, relative to the largest component of the reference; NaN counts as infinite.
double difference(const Entry& entry, const Entry& reference, int states) {
  double worst = 0.0;
  for (int s = 0; s < states; ++s) {
    const VecX<double> ours = reference.call(s);
    const double error = (entry.call(s) - ours).cwiseAbs().maxCoeff() / ours.cwiseAbs().maxCoeff();
    worst = error <= worst ? worst : std::isnan(error) ? kInfinity : error;
  }
  return worst;
}

double batch(const Entry& entry, int calls) {
  volatile double sink = 0.0;
  const double start = processor_time();
  for (int i = 0; i < calls; ++i) sink = entry.call(i % kStates)(0);
  (void)sink;
  return 1e6 * (processor_time() - start) / calls;
}

double median(std::vector<double> v) {
  if (v.empty()) return 0.0;
  std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
  return v[v.size() / 2];
}

// Batch by batch, for those that ran one after the other saw the same machine.
double median_ratio(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] /= b[i];
  return median(a);
}

const Entry* find(const std::vector<Entry>& all, const std::string& what, const std::string& engine) {
  for (const Entry& entry : all)
    if (entry.row.what == what && entry.row.engine == engine) return &entry;
  return nullptr;
}

// Every batch runs all entries in turn, so that a slow moment of the machine hits all alike.
std::vector<Row> compare(const std::string& name, bool keep_rotors, int calls) {
  const Scene scene(name, keep_rotors, kStates, 1);
  std::vector<Entry> all = entries(scene);
  for (int b = 0; b < kBatches; ++b)
    for (Entry& entry : all)
      if (entry.row.timed) entry.batches.push_back(batch(entry, calls));
  std::vector<Row> out;
  for (Entry& entry : all) {
    const Entry& reference = *find(all, entry.row.what, all.front().row.engine);
    const Entry* program = find(all, entry.row.what, kProgram);
    entry.row.microseconds = median(entry.batches);
    entry.row.ratio = median_ratio(entry.batches, reference.batches);
    if (program) entry.row.of_program = median_ratio(entry.batches, program->batches);
    entry.row.difference = difference(entry, reference, kStates);
    out.push_back(entry.row);
  }
  return out;
}

void print_table(const std::vector<Row>& rows) {
  Table table({"robot", "what", "engine", "us/call", "of gough", "of program", "difference", "tolerance", ""});
  for (const Row& r : rows)
    table.add({r.robot, r.what, r.engine, r.timed ? fmt::format("{:.2f}", r.microseconds) : "",
               r.timed ? fmt::format("{:.2f}", r.ratio) : "", r.of_program > 0 ? fmt::format("{:.1f}", r.of_program) : "",
               fmt::format("{:.1e}", r.difference), std::isinf(r.tolerance) ? "" : fmt::format("{:.0e}", r.tolerance),
               r.passed() ? "" : "DISAGREES"});
  fmt::print("{}", table.text());
}

void print_json(const std::vector<Row>& rows, int samples, bool passed) {
  Json out = Json::array();
  for (const Row& r : rows) {
    out.push_back({{"robot", r.robot}, {"what", r.what}, {"engine", r.engine}, {"difference", r.difference}, {"passed", r.passed()}});
    if (r.timed) out.back()["microseconds"] = r.microseconds, out.back()["ratio"] = r.ratio;
    if (r.of_program > 0) out.back()["ratio_to_program"] = r.of_program;
    if (!std::isinf(r.tolerance)) out.back()["tolerance"] = r.tolerance;
  }
  command::emit(Json{{"passed", passed}, {"samples", samples}, {"rows", out}});
}

int run(int argc, char** argv) {
  CLI::App app("Direct and inverse dynamics by this library and by general engines: time per call, and whether they agree");
  std::vector<std::string> robots{"gough_stewart", "delta", "five_bar"};
  int samples = 2048;
  bool json = false, rotors = false;
  double swing = 0.0;
  app.add_option("ROBOT", robots, "robot files or catalog names (gough_stewart delta five_bar)");
  app.add_option("--samples", samples, "calls in each of the batches of which the median is taken (2048)")->check(CLI::Range(1, 10000000));
  app.add_flag("--rotors", rotors, "keep rotor inertia also where Simbody needs a coupled body for it");
  app.add_option("--swing", swing, "instead: simulate a swing of this many seconds by each engine; time, error and open loops")
      ->check(CLI::Range(0.01, 100.0));
  app.add_flag("--json", json, "print one JSON object");
  app.footer("Exit code 1 when an engine disagrees with the library.");
  CLI11_PARSE(app, argc, argv);
  if (swing > 0.0) {
    int worst = 0;
    for (const std::string& robot : robots) worst = std::max(worst, compare_swings(robot, swing, json));
    return worst;
  }
  std::vector<Row> rows;
  for (const std::string& robot : robots)
    for (const Row& row : compare(robot, rotors, samples)) rows.push_back(row);
  const bool passed = std::all_of(rows.begin(), rows.end(), [](const Row& r) { return r.passed(); });
  if (json) print_json(rows, samples, passed);
  else print_table(rows);
  return passed ? 0 : 1;
}

}  // namespace
}  // namespace gough::peers

int main(int argc, char** argv) try { return gough::peers::run(argc, argv); } catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}
