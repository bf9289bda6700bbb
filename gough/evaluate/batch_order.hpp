#pragma once

#include <vector>

#include "gough/evaluate/batch_planner.hpp"

// The order of an interpreter's steps, and the slots of their numbers.
namespace gough {

// A step whose operands and result are numbered as the program's; a load has no operand among them.
struct UnplacedStep {
  BatchStep step;
  int operands = 0;
};

// The same order, but every output is stored as soon as it is known.
std::vector<UnplacedStep> stored_early(const std::vector<UnplacedStep>& steps);

// Steps of one kind behind each other as far as what they need allows it: always all that can be done of the kind of which most can. The
// program's numbers are below `numbers`.
std::vector<UnplacedStep> kind_by_kind(const std::vector<UnplacedStep>& steps, std::size_t numbers);

// Slots by linear scan: a number's slot is free after its last use, and taken again at once, while it is in the nearest cache.
BatchOrder in_slots(std::vector<UnplacedStep> steps, std::size_t numbers);

}  // namespace gough
