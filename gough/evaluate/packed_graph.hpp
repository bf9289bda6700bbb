#pragma once

#include "gough/evaluate/signed_operations.hpp"
#include "gough/program/lanes.hpp"

namespace gough {

// A program for one state, operations of alike legs in the lanes of vector registers where the plan says that this costs less.
MachineGraph packed_graph(const Program& program);

// The same arithmetic, rounding for rounding, for four states: every lane of a packed operation by itself, the states in the lanes.
MachineGraph unpacked_graph(const MachineGraph& packed);

}  // namespace gough
