#include <fmt/format.h>

#include <memory>

#include "apps/gough/command.hpp"
#include "apps/gough/counts.hpp"
#include "apps/gough/output.hpp"
#include "apps/gough/warn.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/program/encoder_counts.hpp"

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

// Encoders, whether one program goes to the efforts or forward geometry comes before it.
std::string input_text(const CountRow& row) {
  return to_string(row.choice.source == Source::actuators ? Source::encoders : row.choice.source);
}

}  // namespace

std::vector<std::string> count_cells(const OperationCount& n) {
  std::vector<std::string> out;
  for (int count : {n.add, n.mul, n.div, n.sqrt, n.trig, n.other}) out.push_back(std::to_string(count));
  return out;
}

std::vector<std::string> row_cells(const CountRow& row) {
  const std::string steps = row.steps > 0 ? fmt::format(", {} steps", row.steps) : "";
  std::vector<std::string> out{to_string(row.choice.model), formulation_text(row), input_text(row) + steps};
  for (const std::string& cell : count_cells(row.count)) out.push_back(cell);
  return out;
}

void add_counts(const OperationCount& n, Json& row) {
  row.update({{"add", n.add}, {"mul", n.mul}, {"div", n.div}, {"sqrt", n.sqrt}, {"trig", n.trig}, {"other", n.other}});
}

std::vector<CountRow> count_rows(const Robot& robot) {
  std::vector<CountRow> out;
  const auto add = [&](const ModelChoice& choice) {
    try {
      out.push_back({robot.name, choice, choice.model == Model::fgm ? count_forward_geometry(robot) : record(robot, choice).count()});
    } catch (const InputError&) {  // this robot has no such model
    }
  };
  // in one program where there is one, else forward geometry and a program behind it
  const auto add_encoders = [&](Formulation f) {
    const std::size_t before = out.size();
    add({Model::idm, f, Source::encoders});
    if (out.size() > before) return;
    try {
      const EncoderCount count = count_from_encoders(robot, f);
      const int steps = count.closed ? 0 : kMostForwardSteps;
      out.push_back({robot.name, {Model::idm, f, Source::actuators}, count.total(steps), steps});
    } catch (const InputError&) {
    }
  };
  add({Model::fgm, Formulation::platform_legs, Source::encoders});
  for (Model m : {Model::igm, Model::rates, Model::jacobian, Model::mass, Model::regressor})
    add({m, Formulation::platform_legs, Source::pose});
  for (Formulation f : kFormulations) add({Model::idm, f, Source::pose});
  for (Formulation f : kFormulations) add_encoders(f);
  add({Model::idm, Formulation::elements, Source::vision});
  for (Formulation f : {Formulation::platform_legs, Formulation::orthogonal_complement}) add({Model::ddm, f, Source::pose});
  return out;
}

const CountRow* find_efforts(const std::vector<CountRow>& rows, Formulation formulation, Source source) {
  for (const CountRow& row : rows) {
    const Source from = row.choice.source == Source::actuators ? Source::encoders : row.choice.source;
    if (row.choice.model == Model::idm && row.choice.formulation == formulation && from == source) return &row;
  }
  return nullptr;
}

std::string MissingCount::text() const { return fmt::format("{}, {} from {}: {}", robot, letter(formulation), to_string(source), reason); }

std::vector<MissingCount> missing_counts(const Robot& robot, const std::vector<CountRow>& rows) {
  constexpr std::pair<Formulation, Source> kWays[] = {
      {Formulation::elements, Source::vision}, {Formulation::elements, Source::encoders}, {Formulation::platform_legs, Source::encoders}};
  std::vector<MissingCount> out;
  for (const auto& [formulation, source] : kWays) {
    if (find_efforts(rows, formulation, source)) continue;
    try {
      if (source == Source::vision) record(robot, {Model::idm, formulation, source});
      else count_from_encoders(robot, formulation);
    } catch (const InputError& error) {
      out.push_back({robot.name, formulation, source, error.what()});
    }
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
      "Inputs: pose (the platform's pose and motion), encoders (the actuated joints' positions, rates and accelerations), vision (the\n"
      "elements' measured lines, where they tell the platform in closed form). Where forward geometry (fgm) is not in closed form its row\n"
      "is one step of Newton's method; `encoders, 10 steps` counts as many as are ever taken, of which two or three are the rule.\n"
      "Below the table stands what a robot cannot have from vision or encoders, and why.\n"
      "Changes of sign are free; `other` are signs and minima.\n"
      "Example:\n  gough count five_bar");
  sub.callback([=] {
    Table table({"robot", "model", "formulation", "input", "add", "mul", "div", "sqrt", "trig", "other", "published"});
    Json rows = Json::array(), missing = Json::array();
    std::string reasons;
    for (const std::string& name : robots->empty() ? catalog() : *robots) {
      const Robot robot = open_robot(name);
      const std::vector<CountRow> counted = count_rows(robot);
      for (const CountRow& row : counted) {
        std::vector<std::string> line = row_cells(row);
        line.insert(line.begin(), row.robot);
        line.push_back(published(row));
        table.add(line);
        rows.push_back({{"robot", row.robot},
                        {"model", to_string(row.choice.model)},
                        {"formulation", formulation_text(row)},
                        {"input", input_text(row)}});
        if (row.steps > 0) rows.back()["steps"] = row.steps;
        add_counts(row.count, rows.back());
      }
      for (const MissingCount& m : missing_counts(robot, counted)) {
        reasons += fmt::format("no {}\n", m.text());
        missing.push_back({{"robot", m.robot},
                           {"formulation", std::string(1, letter(m.formulation))},
                           {"input", to_string(m.source)},
                           {"reason", m.reason}});
      }
    }
    if (*json) emit(Json{{"rows", rows}, {"missing", missing}});
    else fmt::print("{}{}", table.text(), reasons);
  });
}

}  // namespace gough::command
