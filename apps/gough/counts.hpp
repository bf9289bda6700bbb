#pragma once

#include "apps/gough/output.hpp"
#include "gough/program/models.hpp"

namespace gough::command {

// The numbers of a count: cells of a table, and keys of a JSON object added to `row`.
std::vector<std::string> count_cells(const OperationCount& n);
void add_counts(const OperationCount& n, Json& row);

struct CountRow {
  std::string robot;
  ModelChoice choice;
  OperationCount count;
  int steps = 0;  // of Newton's method, counted in; 0 where the program is one straight line
};

// Model, formulation, input and the numbers of its count.
std::vector<std::string> row_cells(const CountRow& row);

// Every model that a robot has.
std::vector<CountRow> count_rows(const Robot& robot);

// The row of inverse dynamics by a formulation from encoders (in one program or two), vision or the pose, or null.
const CountRow* find_efforts(const std::vector<CountRow>& rows, Formulation formulation, Source source);

// Inverse dynamics that a robot has not from vision (by E) or from encoders (by E and P), and why.
struct MissingCount {
  std::string robot;
  Formulation formulation = Formulation::elements;
  Source source = Source::vision;
  std::string reason;

  std::string text() const;
};
std::vector<MissingCount> missing_counts(const Robot& robot, const std::vector<CountRow>& rows);

// docs/operation-counts.md
std::string operation_counts_page();

// docs/leg-counts.md and the figure in it, docs/leg-counts.svg.
std::string leg_counts_page();
std::string leg_counts_plot();

}  // namespace gough::command
