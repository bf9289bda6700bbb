#pragma once

#include "gough/evaluate/batch_plan.hpp"
#include "gough/program/program.hpp"

namespace gough {

// Steps in an order in which they can be done, ended by `BatchKind::end`, and how many slots they need.
struct BatchOrder {
  std::vector<BatchStep> steps;
  int slots = 0;
};

// Many states want few numbers alive: the program's order. One state wants many steps of one kind behind each other: the processor then
// foresees what comes next.
struct BatchPlan {
  BatchOrder many, one;
  std::vector<double> constants;
};

// Makes steps of a program's instructions: sums of products become forms, numbers that are no longer needed give their slots to new ones.
BatchPlan plan_batch(const Program& program);

}  // namespace gough
