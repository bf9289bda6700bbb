#pragma once

#include "gough/evaluate/batch_plan.hpp"
#include "gough/program/program.hpp"

namespace gough {

struct BatchPlan {
  std::vector<BatchStep> steps;
  std::vector<double> constants;
  int slots = 0;
};

// Makes steps of a program's instructions: sums of products become forms, numbers that are no longer needed give their slots to new ones.
BatchPlan plan_batch(const Program& program);

}  // namespace gough
