#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/identify_structure.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/sample_table.hpp"
#include "apps/gough/state.hpp"
#include "apps/gough/warn.hpp"
#include "gough/identification/excitation.hpp"
#include "gough/identification/excitation_file.hpp"
#include "gough/io/files.hpp"

namespace gough::command {
namespace {

struct Options {
  std::string robot, output, criterion = "condition";
  std::string payload;
  ExcitationOptions search;
  std::optional<double> frequency;
  double rate = 500.0;
  bool json = false;
};

constexpr double kMostRows = 1e6;  // as a csv segment reads

void check_row_count(double period, double rate) {
  if (period * rate <= kMostRows) return;
  throw InputError({},
                   fmt::format("{:.6g} s at {:.6g} Hz make {:.3g} rows; at most {:g} are allowed", period, rate, period * rate, kMostRows));
}

bool is_csv(const std::string& file) { return std::filesystem::path(file).extension() == ".csv"; }

// What cannot be written is said before the search, not after.
void check_output(const std::string& file) {
  if (file.empty()) return;
  if (std::filesystem::path(file).extension() != ".toml" && !is_csv(file))
    throw InputError({file, 0, 0}, "expected a name that ends in .toml or .csv");
  require_writable(file);
}

std::string summary(const Robot& robot, const Options& o, const Excitation& e) {
  const bool condition = o.search.criterion == Criterion::condition;
  std::string out = fmt::format("{}: {} base parameters, {}, period {} s\n", robot.name, e.base.rank(),
                                plural(static_cast<int>(e.motion.sine.cols()), "harmonic"), number(1.0 / e.motion.frequency));
  out += fmt::format("condition number of the scaled base regressor {:.4g}; median of {} random trajectories {:.4g}{}\n", e.condition,
                     o.search.random, e.random_condition,
                     condition ? fmt::format(": {:.1f} times better", e.random_condition / e.condition) : "");
  out += fmt::format("log-det of its information {:.4g}; median of the random ones {:.4g}\n", e.log_det, e.random_log_det);
  if (e.stopped) out += fmt::format("stopped after {} s; another machine gets elsewhere\n", number(o.search.seconds));
  return out;
}

// One period of the motion at a rate, as `gough trajectory` samples it.
std::string samples_text(const Robot& robot, const Options& o, const Excitation& e) {
  SampleTable samples(robot);
  check_row_count(1.0 / e.motion.frequency, o.rate);
  check_trajectory(robot, fourier(robot, e.motion), o.search.load, o.rate, [&](const TrajectorySample& s) { samples.add(s); });
  return samples.text();
}

std::string limits_text(const Options& o, const Excitation& e) {
  Table table({"limit", "used", "allowed"});
  const double share = 100.0 * o.search.limit_share;
  const auto percent = [](double x) { return fmt::format("{:.1f} %", x); };
  table.add({"workspace box", percent(100.0 * e.use.box), percent(100.0)});
  table.add({"stroke", percent(share * e.use.stroke), percent(share)});
  table.add({"speed", percent(share * e.use.speed), percent(share)});
  table.add({"effort", percent(share * e.use.effort), percent(share)});
  return table.text() +
         fmt::format("nearest to a singularity: {} (0 is singular), at least {}\n", number(e.distance), number(o.search.margin));
}

Json excite_json(const Robot& robot, const Options& o, const Excitation& e) {
  Json components = Json::array();
  for (int k = 0; k < robot.mobility.n; ++k) {
    const VecX<double> sine = e.motion.sine.row(k), cosine = e.motion.cosine.row(k);
    components.push_back({{"name", robot.mobility.free[k].name},
                          {"offset", e.motion.offset(k)},
                          {"sine", std::vector<double>(sine.begin(), sine.end())},
                          {"cosine", std::vector<double>(cosine.begin(), cosine.end())}});
  }
  return {{"robot", robot.name},
          {"criterion", o.criterion},
          {"base_parameters", e.base.rank()},
          {"condition", e.condition},
          {"log_det", e.log_det},
          {"random_condition", e.random_condition},
          {"random_log_det", e.random_log_det},
          {"use", {{"box", e.use.box}, {"stroke", e.use.stroke}, {"speed", e.use.speed}, {"effort", e.use.effort}}},
          {"singularity_distance", e.distance},
          {"evaluations", e.evaluations},
          {"stopped", e.stopped},
          {"frequency", e.motion.frequency},
          {"components", components}};
}

int run(Options o) {
  check_output(o.output);
  const Robot robot = open_robot(o.robot);
  if (!o.payload.empty()) o.search.load.payload = parse_payload(robot, o.payload);
  if (o.frequency) o.search.period = 1.0 / *o.frequency;
  if (is_csv(o.output)) check_row_count(o.search.period, o.rate);
  o.search.criterion = o.criterion == "condition" ? Criterion::condition : Criterion::log_det;
  o.search.seed = o.search.base.seed;
  Progress progress;
  o.search.progress = [&](int done, int total, double best) { progress.update(done, total, fmt::format("  best {:<10.4g}", best)); };
  const Excitation e = excite(robot, o.search);
  const std::string text = is_csv(o.output) ? samples_text(robot, o, e) : fourier_text(robot, e.motion, summary(robot, o, e));
  if (!o.output.empty()) emit(text, o.output);
  if (o.json) emit(excite_json(robot, o, e));
  else if (o.output.empty()) emit(text, "");
  else fmt::print("{}\n{}wrote {}\n", summary(robot, o, e), limits_text(o, e), o.output);
  return kOk;
}

}  // namespace

void add_excite(CLI::App& app, int& exit_code) {
  const auto o = std::make_shared<Options>();
  const Subcommand sub(app, "excite", "Find a motion that tells the robot's parameters well");
  sub.option("ROBOT", o->robot, "robot file or catalog name").required();
  sub.option("--criterion", o->criterion, "condition (default): condition number of the base regressor; log-det: of its information")
      .one_of({"condition", "log-det"});
  sub.number("--harmonics", o->search.harmonics, 1, 50, "of the Fourier series in each free coordinate (5)");
  const Option period = sub.number("--period", o->search.period, 1e-3, 1e6, "s (default: accelerations come near gravity's)");
  sub.number("--frequency", o->frequency, 1e-6, 1e3, "Hz, of the first harmonic: 1 / period").excludes(period);
  sub.flag("--rest", o->search.rest, "start and end at rest");
  sub.number("--share", o->search.limit_share, 0.01, 1.0, "of strokes, speeds and efforts that may be used (0.9)");
  sub.number("--margin", o->search.margin, 1e-6, 1.0, "least distance to a singularity, the measure of `gough ik` (0.01)");
  sub.option("--payload", o->payload, "mass in kg, or mass,x,y,z with its centre from the tool point, platform axes");
  sub.number("--random", o->search.random, 1, 100000, "random trajectories within the limits to start from and compare with (200)");
  sub.number("--starts", o->search.starts, 1, 1000, "how many of the best of them are improved (3)");
  sub.number("--evaluations", o->search.evaluations, 0, 1e8, "of trajectories while improving (3000)");
  sub.number("--seconds", o->search.seconds, 1e-3, 1e9, "stop after that time with the best so far");
  sub.number("--rate", o->rate, 1.0, 1e5, "Hz, of the samples in a .csv file (500)");
  add_base_options(sub, o->search.base);
  sub.option("-o,--output", o->output, "trajectory file, .toml or .csv (default: TOML to standard output)");
  sub.flag("--json", o->json, "one JSON object");
  sub.footer(
      "Examples:\n"
      "  gough excite delta -o exciting.toml\n"
      "  gough excite delta --zeros-known --no-friction --period 2 --rest -o exciting.toml\n"
      "  gough excite gough_stewart --criterion log-det --share 0.5 --evaluations 10000 -o exciting.csv\n"
      "The same options and seed give the same file, to the last digit, unless --seconds stops the search.");
  sub.callback([o, &exit_code] { exit_code = run(*o); });
}

}  // namespace gough::command
