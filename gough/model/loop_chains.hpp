#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// Finds the chains of a leg's loops, anew after a change of its joints or of the loops' sides.
void find_chains(Leg& leg);

}  // namespace gough
