#pragma once

#include "gough/exchange/cut_tree.hpp"

namespace gough {

// Makes every universal loop a revolute one, by a ring that hangs on the nacelle's side and turns about that side's axis. It has no mass,
// but is lent points of that axis, which it shares with the body that it hangs on. An engine then keeps all loops together at points, and
// needs no inertia about the leg's axis to do so. Rings stand behind all other links, in the order of the loops.
void add_rings(CutTree& tree, double length);

}  // namespace gough
