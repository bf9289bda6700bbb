#pragma once

#include "gough/evaluate/registers.hpp"

namespace gough {

// Cycles that code for one state takes, by a simple picture of a processor: a few instructions enter in each cycle and leave in order, a
// few hundred are under way, each starts when its operands are there and a unit of its kind is free. For comparing orders of one program.
int estimated_cycles(const RegisterAllocation& allocation);

// What so many operations take at least.
int least_cycles(std::size_t operations);

// Cycles until the result of an operation is there.
int latency(const MachineNode& node);

}  // namespace gough
