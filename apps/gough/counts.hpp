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
};

// Every model that a robot has.
std::vector<CountRow> count_rows(const Robot& robot);

// docs/operation-counts.md
std::string operation_counts_page();

}  // namespace gough::command
