#pragma once

#include "gough/program/program.hpp"

namespace gough {

// The same operations in an order for code that is longer than the processor looks ahead and has more numbers than registers: what the next
// quotients and roots need goes first, so that those of all legs are under way together; else what ends the wait of most numbers.
Program in_batch_order(const Program& program);

}  // namespace gough
