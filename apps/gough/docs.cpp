#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/counts.hpp"
#include "apps/gough/lumped_page.hpp"
#include "apps/gough/output.hpp"
#include "gough/io/files.hpp"
#include "gough/io/robot_file.hpp"
#include "gough/simulation/scenario.hpp"

namespace gough::command {

void add_docs(CLI::App& app, int&) {
  const Subcommand sub(app, "docs", "Print a generated reference page (Markdown)");
  auto page = std::make_shared<std::string>();
  auto out = std::make_shared<std::string>();
  sub.option("PAGE", *page,
             "robot-file, scenario-file: every key of these files; operation-counts: what every model of the catalog costs; leg-counts and "
             "its figure, leg-counts.svg: what dynamics costs as a robot has more legs; lumped-legs: what simplified legs cost")
      .required()
      .one_of({"robot-file", "scenario-file", "operation-counts", "leg-counts", "leg-counts.svg", "lumped-legs"});
  sub.option("-o,--output", *out, "write to this file");
  sub.callback([=] {
    require_writable(*out);
    emit(*page == "robot-file"         ? robot_file_reference()
         : *page == "scenario-file"    ? scenario_file_reference()
         : *page == "operation-counts" ? operation_counts_page()
         : *page == "leg-counts"       ? leg_counts_page()
         : *page == "lumped-legs"      ? lumped_legs_page()
                                       : leg_counts_plot(),
         *out);
  });
}

}  // namespace gough::command
