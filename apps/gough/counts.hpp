#pragma once

#include "gough/program/models.hpp"

namespace gough::command {

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
