#pragma once

#include "gough/evaluate/registers.hpp"

namespace gough {

// A function as bytes that run wherever they are put, with its constants behind it. Of a graph for one state it is
//   void (const double* in, double* out),
// of one for four or eight states
//   void (std::size_t blocks, std::size_t stride, const double* in, double* out),
// `blocks` times as many, `stride` in bytes. Both keep to the calling convention of System V.
std::vector<std::uint8_t> assemble(const MachineGraph& graph, const RegisterAllocation& allocation);

}  // namespace gough
