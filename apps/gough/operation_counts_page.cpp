#include <fmt/format.h>

#include "apps/gough/counts.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/program/encoder_counts.hpp"
#include "gough/program/forward_closed.hpp"
#include "gough/verify/leg_counts.hpp"

namespace gough::command {
namespace {

const char* const kIntroduction =
    R"(# Operation counts

What each model costs, one state: additions (and subtractions), multiplications, divisions, square roots, sines and cosines, and what
else there is (signs, minima). Written by `gough docs operation-counts`; `gough count ROBOT` prints the same. Counted is the recorded
[program](programs.md), friction, rotors and all; changes of sign are free. [leg-counts.md](leg-counts.md) has what more legs cost.

Input: the platform's `pose` and motion; the positions, rates and accelerations of the actuated joints (`encoders`); the elements'
measured lines (`vision`), where they tell the platform in closed form. From encoders one program does all where the legs are an arm or
a slide and bars that meet in a point. Elsewhere forward geometry comes first, then a program from the pose and the actuators' motion.
Forward geometry (`fgm`) is in closed form for some; for the others its row counts one step of Newton's method. There are at most {} steps,
which is what `encoders, {} steps` counts; two or three lead from a pose nearby to rounding. Statuses are not counted.

For the five-bar, [O, Table 3] counts 404 additions and 656 multiplications from vision, 484 and 778 (and 2 sines, 2 cosines) from
encoders.
)";

const char* const kComparison = R"(
## From vision, the pose and encoders

All operations of inverse dynamics together. [O, Section 7] expects that what encoders cost more than vision grows with the robot's complexity: `ratio` is
the one over the other, by E. From encoders, forward geometry by Newton's method is counted with {} steps; `at most` with {}.

| robot | forward geometry | E, vision | E, pose | E, encoders | at most | ratio | P, pose | P, encoders | at most |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|
)";

std::string total(const CountRow* row) { return row ? std::to_string(row->count.total()) : "–"; }

// Operations from encoders with the steps that are the rule.
int usual(const CountRow& row, const CountRow& step) {
  return row.steps > 0 ? row.count.total() - (row.steps - kCountedSteps) * step.count.total() : row.count.total();
}

std::string comparison_line(const Robot& robot, const std::vector<CountRow>& rows) {
  std::vector<std::string> cells{robot.name, ForwardClosed::exists(robot) ? "closed form" : "Newton"};
  for (const Formulation f : {Formulation::elements, Formulation::platform_legs}) {
    const CountRow *vision = find_efforts(rows, f, Source::vision), *encoders = find_efforts(rows, f, Source::encoders);
    if (f == Formulation::elements) cells.push_back(total(vision));
    cells.push_back(total(find_efforts(rows, f, Source::pose)));
    cells.push_back(encoders ? std::to_string(usual(*encoders, rows.front())) : "–");
    cells.push_back(total(encoders));
    if (f == Formulation::elements)
      cells.push_back(vision && encoders ? fmt::format("{:.1f}", double(usual(*encoders, rows.front())) / vision->count.total()) : "–");
  }
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

}  // namespace

std::string operation_counts_page() {
  std::string comparison = fmt::format(fmt::runtime(kComparison), kCountedSteps, kMostForwardSteps), missing, tables;
  for (const std::string& name : catalog()) {
    const Robot robot = load_robot(name);
    const std::vector<CountRow> rows = count_rows(robot);
    comparison += comparison_line(robot, rows);
    for (const MissingCount& m : missing_counts(robot, rows)) missing += fmt::format("- {}\n", m.text());
    tables += fmt::format(
        "\n## {}\n\n| model | formulation | input | add | mul | div | sqrt | trig | other |\n|---|---|---|--:|--:|--:|--:|--:|--:|\n",
        name);
    for (const CountRow& row : rows) tables += fmt::format("| {} |\n", fmt::join(row_cells(row), " | "));
  }
  if (!missing.empty()) comparison += "\nThere is none, and why:\n\n" + missing;
  return fmt::format(fmt::runtime(kIntroduction), kMostForwardSteps, kMostForwardSteps) + comparison + tables;
}

}  // namespace gough::command
