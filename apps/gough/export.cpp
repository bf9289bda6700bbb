#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/warn.hpp"
#include "gough/exchange/mjcf.hpp"
#include "gough/exchange/sdf.hpp"
#include "gough/exchange/urdf.hpp"
#include "gough/io/files.hpp"

namespace gough::command {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string robot, format, output;
  bool json = false;
};

// By --format, or by how the file's name ends.
std::string format_of(const Options& o) {
  if (!o.format.empty()) return o.format;
  const std::string extension = fs::path(o.output).extension();
  if (extension == ".xml") return "mjcf";
  if (extension == ".sdf" || extension == ".urdf") return extension.substr(1);
  throw InputError({}, "--format: expected mjcf, sdf or urdf, or a file that ends in .xml, .sdf or .urdf");
}

int run(const Options& o) {
  const std::string format = format_of(o);
  require_writable(o.output);
  const Robot robot = open_robot(o.robot);
  std::vector<std::pair<std::string, std::string>> files;
  if (format == "mjcf") {
    files.emplace_back(o.output, mjcf(robot));
    for (const std::string& text : mjcf_warnings(robot)) warn(text, fmt::format("{}: {}", robot.name, text));
  }
  if (format == "sdf") files.emplace_back(o.output, sdf(robot));
  if (format == "urdf") {
    files.emplace_back(o.output, urdf(robot));
    files.emplace_back(fs::path(o.output).replace_extension(".loops.json").string(), urdf_loops(robot));
  }
  Json written = Json::array();
  for (const auto& [name, text] : files) {
    write_text(name, text);
    written.push_back(name);
    if (!o.json) fmt::print("wrote {} ({} lines)\n", name, std::count(text.begin(), text.end(), '\n'));
  }
  if (!o.json) return kOk;
  Json out{{"robot", robot.name}, {"format", format}, {"files", written}};
  if (!warnings_given().empty()) out["warnings"] = warnings_given();
  emit(out);
  return kOk;
}

}  // namespace

void add_export(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "export", "Write the robot for other tools: MuJoCo (MJCF), SDF, URDF");
  auto o = std::make_shared<Options>();
  sub.option("ROBOT", o->robot, "robot file or catalog name").required();
  sub.option("--format", o->format, "mjcf, sdf or urdf; if absent, as the file's name ends: .xml, .sdf, .urdf")
      .one_of({"mjcf", "sdf", "urdf"});
  sub.option("-o,--output", o->output, "file to write").required();
  sub.flag("--json", o->json, "print one JSON object");
  sub.footer(
      "mjcf  loops are equality constraints, actuators are motors that take efforts on the joints, home is a keyframe\n"
      "sdf   loops are joints like the others; every joint is 0 at home\n"
      "urdf  a tree, cut at the tips; FILE.loops.json beside it names the loops, home and the rotors\n"
      "Examples:\n  gough export delta -o delta.xml\n  gough export gough_stewart --format sdf -o model.sdf\n"
      "  gough export five_bar -o five_bar.urdf");
  sub.callback([=, &exit_code] { exit_code = run(*o); });
}

}  // namespace gough::command
