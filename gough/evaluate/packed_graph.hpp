#pragma once

#include "gough/evaluate/signed_operations.hpp"
#include "gough/program/lanes.hpp"

namespace gough {

// A program for one state, operations of alike legs in the lanes of vector registers where the plan says that this costs less.
MachineGraph packed_graph(const Program& program);

// The same arithmetic, rounding for rounding, with every lane of a packed operation by itself: for one state, or for four or eight
// in the lanes.
MachineGraph unpacked_graph(const MachineGraph& packed, int states);

}  // namespace gough
