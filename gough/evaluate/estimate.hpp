#pragma once

#include "gough/evaluate/registers.hpp"

namespace gough {

// Cycles that code for one state takes twice, by a simple picture of a processor: a few instructions enter in each cycle and leave in
// order, a few hundred are under way, each starts when its operands are there and a unit of its kind is free. Two states one after the
// other, which overlap. For comparing orders of one program.
int estimated_cycles(const RegisterAllocation& allocation);

// Cycles until the result of an operation is there.
int latency(const MachineNode& node);

}  // namespace gough
