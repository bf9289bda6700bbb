#pragma once

#include "gough/program/program.hpp"

namespace gough {

// Fills constants, code and results of a program from what was recorded: only what the outputs need, simplified once more as a whole, in
// depth-first order.
void linearise(const std::vector<TapeNode>& nodes, const std::vector<std::int32_t>& inputs, const std::vector<std::int32_t>& outputs,
               Program& program);

}  // namespace gough
