#include <fmt/format.h>

#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/output.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/assembly/warnings.hpp"
#include "gough/kinematics/inverse_geometry.hpp"
#include "gough/model/printable.hpp"

namespace gough::command {

void add_check(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "check", "Read robot files and say whether each makes a robot");
  auto files = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  sub.option("FILE", *files, "robot files, or names from the catalog").required();
  sub.flag("--json", *json, "print one JSON object");
  sub.callback([=, &exit_code] {
    Json rows = Json::array();
    for (const std::string& file : *files) {
      try {
        const Robot robot = load_robot(file);
        KinematicsData<double> data(robot);
        const Outcome home = position(robot, robot.home, data);
        const std::vector<std::string> warned = warnings(robot);
        rows.push_back({{"file", file},
                        {"ok", true},
                        {"home", to_string(home.status)},
                        {"name", robot.name},
                        {"mobility", robot.mobility.n},
                        {"warnings", warned}});
        if (*json) continue;
        for (const std::string& text : warned) complain(fmt::format("{}: warning: {}", file, text));
        fmt::print("{}: ok{}, {} with {}, {} and {}\n", printable_line(file),
                   home.ok() ? "" : fmt::format(" but {} at home", to_string(home.status)), robot.name,
                   plural(static_cast<int>(robot.legs.size()), "leg"),
                   robot.mobility.n == 1 ? "1 freedom" : fmt::format("{} freedoms", robot.mobility.n),
                   plural(static_cast<int>(robot.actuators.size()), "actuator"));
      } catch (const InputError& error) {
        rows.push_back({{"file", file}, {"ok", false}, {"error", error.what()}});
        if (!*json) complain(error.what());
        exit_code = kInput;
      }
    }
    if (*json) emit(Json{{"ok", exit_code == kOk}, {"files", rows}});
  });
}

}  // namespace gough::command
