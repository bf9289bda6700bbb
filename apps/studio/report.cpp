#include <fmt/format.h>

#include <memory>
#include <sstream>

#include "apps/gough/command.hpp"
#include "apps/gough/result.hpp"
#include "apps/gough/state.hpp"
#include "apps/gough/warn.hpp"
#include "apps/studio/page.hpp"
#include "apps/studio/recording.hpp"
#include "apps/studio/summary.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/io/files.hpp"

namespace gough::command {
namespace {

namespace fs = std::filesystem;
using studio::Json;

constexpr std::size_t kLargestTable = std::size_t{1} << 30;  // bytes: beyond, there are too many rows to be played

struct Options {
  std::string result, robot, output = "report.html";
  std::optional<std::string> payload;
};

// The folder of a result says which robot it is of; a table does not.
std::string robot_of(const Options& o, bool folder) {
  if (!o.robot.empty()) return robot_path(o.robot);
  const fs::path beside = fs::path(o.result) / "robot.toml";
  std::error_code error;
  if (folder && fs::exists(beside, error)) return beside.string();
  throw InputError({}, "--robot: which robot made this motion? expected a robot file or a catalog name");
}

// JSON that may stand inside a page: no end of script, no comment.
std::string inside_page(const Json& json) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace), out;
  out.reserve(text.size());
  for (char c : text) {
    if (c == '<') out += "\\u003c";
    else out += c;
  }
  return out;
}

// What the payload was used for.
std::string payload_text(const std::string& payload, const studio::Recording& recording) {
  return fmt::format("{} (kg, m from the tool point): {}", payload,
                     recording.recomputed.empty() ? "not used, as nothing was recomputed" : "in what was recomputed");
}

void write_report(const Options& o) {
  require_writable(o.output);
  std::error_code error;
  const bool folder = fs::is_directory(o.result, error);
  std::optional<Result> result;
  if (folder) result.emplace(o.result);
  const std::string states = folder ? (fs::path(o.result) / "states.csv").string() : o.result;
  const fs::path robot_file = robot_of(o, folder);
  std::string robot_text;
  const Robot robot = open_robot(robot_file.string(), &robot_text);
  if (result && o.robot.empty()) result->require_own("robot.toml", robot_text);
  const std::string states_text = read_text(states, kLargestTable);
  if (result) result->require_own("states.csv", states_text);
  Load load;
  if (o.payload) load.payload = parse_payload(robot, *o.payload);
  std::istringstream in(states_text);
  studio::Recording recording = studio::read_recording(Evaluator(robot, load), in, states);
  recording.name = fs::path(o.result).lexically_normal().filename().string();

  Json scene = studio::scene(robot);
  scene["file"] = robot_file.filename().string();
  Json summary = studio::summary(robot, recording);
  if (o.payload) summary[0]["rows"].push_back({"payload", payload_text(*o.payload, recording)});
  if (result) studio::add_result(result->summary(), summary);
  const Json data{{"scene", scene}, {"recording", to_json(recording)}, {"summary", summary}, {"robot_file", robot_text}};

  constexpr std::string_view kPlace = "<!--gough-report-->";
  const std::string_view page = studio::page();
  const std::size_t at = page.find(kPlace);
  if (at == std::string_view::npos) throw std::logic_error("the page has no place for a report");
  write_text(o.output, fmt::format("{}<script type=\"application/json\" id=\"gough-report\">{}</script>{}", page.substr(0, at),
                                   inside_page(data), page.substr(at + kPlace.size())));
}

}  // namespace

void add_report(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "report", "One HTML file with the animation, plots and tables of a motion");
  auto o = std::make_shared<Options>();
  sub.option("RESULT", o->result, "folder that `gough simulate` has written, or a table with a pose in each row (docs/tables.md)")
      .required();
  sub.option("--robot", o->robot, "robot file or catalog name; robot.toml of the folder if absent");
  sub.option("--payload", o->payload, "mass, or mass,x,y,z with its centre from the tool point: for efforts that the table does not have");
  sub.option("-o,--output", o->output, "the file to write (default report.html)");
  sub.footer("Examples:\n  gough report run1 -o run1.html\n  gough report motion.csv --robot delta -o delta.html");
  sub.callback([=, &exit_code] {
    write_report(*o);
    fmt::print("{}\n", o->output);
    exit_code = kOk;
  });
}

}  // namespace gough::command
