#include "apps/gough/command.hpp"
#include "apps/gough/counts.hpp"
#include "apps/gough/output.hpp"
#include "gough/io/robot_file.hpp"

namespace gough::command {

void add_docs(CLI::App& app, int&) {
  auto* sub = app.add_subcommand("docs", "Print a generated reference page (Markdown)");
  auto page = std::make_shared<std::string>();
  auto out = std::make_shared<std::string>();
  sub->add_option("PAGE", *page, "robot-file: every key of the robot file; operation-counts: what every model of the catalog costs")
      ->required()
      ->check(CLI::IsMember({"robot-file", "operation-counts"}));
  sub->add_option("-o,--output", *out, "write to this file");
  sub->callback([=] { emit(*page == "robot-file" ? robot_file_reference() : operation_counts_page(), *out); });
}

}  // namespace gough::command
