#include "gough/verify/verify.hpp"

#include <fmt/format.h>

#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/warn.hpp"
#include "gough/assembly/catalog.hpp"

namespace gough::command {

void add_verify(CLI::App& app, int& exit_code) {
  const Subcommand sub(app, "verify",
                       "Check the identities that any robot must satisfy, on random states: four formulations that agree, and more");
  auto robots = std::make_shared<std::vector<std::string>>();
  auto samples = std::make_shared<int>(100);
  auto seed = std::make_shared<unsigned>(1);
  auto json = std::make_shared<bool>(false);
  sub.option("ROBOT", *robots, "robot files or catalog names; the whole catalog if absent");
  sub.number("--samples", *samples, 1, 1e7, "random states for each robot (100)");
  sub.number("--seed", *seed, 0, 4294967295.0, "of the random states (1)");
  sub.flag("--json", *json, "print one JSON object");
  sub.footer("Exit code 1 when an identity fails.\nExamples:\n  gough verify\n  gough verify my_robot.toml --samples 1000");
  sub.callback([=, &exit_code] {
    const std::vector<std::string> names = robots->empty() ? catalog() : *robots;
    Table table({"robot", "identity", "states", "largest error", "tolerance", ""});
    Json rows = Json::array();
    bool passed = true;
    {
      Progress progress;
      const std::size_t total = names.size() * static_cast<std::size_t>(*samples);
      for (std::size_t r = 0; r < names.size(); ++r) {
        const Robot robot = open_robot(names[r]);
        const auto step = [&](int done) {
          progress.update(r * static_cast<std::size_t>(*samples) + static_cast<std::size_t>(done), total);
        };
        for (const VerifyRow& row : verify(robot, *samples, *seed, step)) {
          passed &= row.passed();
          const bool ran = row.skipped.empty();
          table.add({robot.name, row.identity, ran ? std::to_string(row.states) : "", ran ? fmt::format("{:.2e}", row.error) : "",
                     ran ? fmt::format("{:.0e}", row.tolerance) : "", ran ? (row.passed() ? "ok" : "FAILED") : "skipped: " + row.skipped});
          rows.push_back({{"robot", robot.name},
                          {"identity", row.identity},
                          {"error", row.error},
                          {"tolerance", row.tolerance},
                          {"passed", row.passed()},
                          {"states", row.states}});
          if (!ran) rows.back()["skipped"] = row.skipped;
        }
      }
    }
    if (*json) emit(Json{{"passed", passed}, {"samples", *samples}, {"rows", rows}});
    else fmt::print("{}{}\n", table.text(), passed ? "all identities hold" : "some identities FAILED");
    exit_code = passed ? kOk : kStatus;
  });
}

}  // namespace gough::command
