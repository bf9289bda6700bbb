#include <fmt/format.h>

#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/counts.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/warn.hpp"
#include "gough/assembly/catalog.hpp"

namespace gough::command {
namespace {

// The published count of the same model, where there is one: [O, Table 3], which does not name divisions and roots.
struct Published {
  const char* robot;
  Source source;
  int add, mul;
};
constexpr Published kPublished[] = {{"five_bar", Source::vision, 404, 656}, {"five_bar", Source::encoders, 484, 778}};

std::string published(const CountRow& row) {
  if (row.choice.model != Model::idm || row.choice.formulation != Formulation::elements) return "";
  for (const Published& p : kPublished)
    if (row.robot == p.robot && row.choice.source == p.source) return fmt::format("[O] Table 3: {} add, {} mul", p.add, p.mul);
  return "";
}

std::string formulation_text(const CountRow& row) {
  return row.choice.model == Model::idm || row.choice.model == Model::ddm ? std::string(1, letter(row.choice.formulation)) : "";
}

std::vector<std::string> cells(const CountRow& row) {
  std::vector<std::string> out{to_string(row.choice.model), formulation_text(row), to_string(row.choice.source)};
  for (const std::string& cell : count_cells(row.count)) out.push_back(cell);
  return out;
}

// Leaves of forward geometry what its pose needs: what it tells of reach and branch beside the pose is a status, which is not counted.
void keep_pose(Program& program) {
  std::vector<bool> needed(program.operands(), false);
  for (std::size_t o = 0; o < program.outputs.size(); ++o)
    if (program.outputs[o].kind != PortKind::entry) needed[program.results[o]] = true;
  std::vector<Instruction> kept;
  for (std::size_t k = program.code.size(); k-- > 0;) {
    const Instruction& i = program.code[k];
    if (!needed[program.first_result() + k]) continue;
    needed[i.a] = needed[i.b] = true;
    kept.push_back(i);
  }
  program.code = kept;  // to be counted, no more
}

}  // namespace

std::vector<std::string> count_cells(const OperationCount& n) {
  std::vector<std::string> out;
  for (int count : {n.add, n.mul, n.div, n.sqrt, n.trig, n.other}) out.push_back(std::to_string(count));
  return out;
}

void add_counts(const OperationCount& n, Json& row) {
  row.update({{"add", n.add}, {"mul", n.mul}, {"div", n.div}, {"sqrt", n.sqrt}, {"trig", n.trig}, {"other", n.other}});
}

std::vector<CountRow> count_rows(const Robot& robot) {
  std::vector<CountRow> out;
  const auto add = [&](const ModelChoice& choice) {
    try {
      Program program = record(robot, choice);
      if (choice.model == Model::fgm) keep_pose(program);
      out.push_back({robot.name, choice, program.count()});
    } catch (const InputError&) {  // this robot has no such model
    }
  };
  add({Model::fgm, Formulation::platform_legs, Source::encoders});
  for (Model m : {Model::igm, Model::rates, Model::jacobian, Model::mass, Model::regressor})
    add({m, Formulation::platform_legs, Source::pose});
  for (Formulation f : kFormulations) add({Model::idm, f, Source::pose});
  for (Formulation f : kFormulations) add({Model::idm, f, Source::encoders});
  add({Model::idm, Formulation::elements, Source::vision});
  for (Formulation f : {Formulation::platform_legs, Formulation::orthogonal_complement}) add({Model::ddm, f, Source::pose});
  return out;
}

std::string operation_counts_page() {
  std::string out =
      "# Operation counts\n\n"
      "What each model costs, one state: additions (and subtractions), multiplications, divisions, square roots, sines and cosines, and "
      "what\n"
      "else there is (signs, minima). Written by `gough docs operation-counts`; `gough count ROBOT` prints the same. Counted is the "
      "recorded\n"
      "[program](programs.md), friction, rotors and all; changes of sign are free.\n\n"
      "Input: the platform's `pose` and motion; the actuated joints (`encoders`), where forward geometry has a closed form; the elements'\n"
      "measured lines (`vision`), where they tell the platform in closed form. Forward geometry (`fgm`) is in closed form for those "
      "robots;\n"
      "for others the row counts one step of Newton's method, of which two or three lead from a pose nearby to rounding. Statuses are not\n"
      "counted.\n\n"
      "For the five-bar, [O, Table 3] counts 404 additions and 656 multiplications from vision, 484 and 778 (and 2 sines, 2 cosines) from\n"
      "encoders.\n";
  for (const std::string& name : catalog()) {
    out += fmt::format(
        "\n## {}\n\n| model | formulation | input | add | mul | div | sqrt | trig | other |\n|---|---|---|--:|--:|--:|--:|--:|--:|\n",
        name);
    for (const CountRow& row : count_rows(load_robot(name))) out += fmt::format("| {} |\n", fmt::join(cells(row), " | "));
  }
  return out;
}

void add_count(CLI::App& app, int&) {
  const Subcommand sub(app, "count", "Count the operations of every model of a robot, by formulation and by what is measured");
  auto robots = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  sub.option("ROBOT", *robots, "robot files or catalog names; the whole catalog if absent");
  sub.flag("--json", *json, "print one JSON object");
  sub.footer(
      "Inputs: pose (the platform's pose and motion), encoders (the actuated joints, where forward geometry has a closed form), vision\n"
      "(the elements' measured lines). Forward geometry (fgm) is in closed form where encoders drive inverse dynamics, elsewhere one "
      "step.\n"
      "Changes of sign are free; `other` are signs and minima.\n"
      "Example:\n  gough count five_bar");
  sub.callback([=] {
    Table table({"robot", "model", "formulation", "input", "add", "mul", "div", "sqrt", "trig", "other", "published"});
    Json rows = Json::array();
    for (const std::string& name : robots->empty() ? catalog() : *robots)
      for (const CountRow& row : count_rows(open_robot(name))) {
        std::vector<std::string> line = cells(row);
        line.insert(line.begin(), row.robot);
        line.push_back(published(row));
        table.add(line);
        rows.push_back({{"robot", row.robot},
                        {"model", to_string(row.choice.model)},
                        {"formulation", formulation_text(row)},
                        {"input", to_string(row.choice.source)}});
        add_counts(row.count, rows.back());
      }
    if (*json) emit(Json{{"rows", rows}});
    else fmt::print("{}", table.text());
  });
}

}  // namespace gough::command
