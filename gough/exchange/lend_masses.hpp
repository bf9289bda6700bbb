#pragma once

#include "gough/exchange/cut_tree.hpp"

namespace gough {

// Moves mass across loops to ends that have none or hardly any, neither themselves nor in what hangs on them: an engine that closes loops
// by forces finds no inertia to push against there. Only what both sides share while the loop is closed is moved: a part of the whole body
// across a rigid loop, two points of the axis of a revolute one, the point of the others. The closed robot has the same dynamics as before,
// to rounding. A body that cannot spare that much, as a point mass, gets some inertia more: a line for each, to be told. The robot rests as
// before.
std::vector<std::string> lend_masses(CutTree& tree, double length);

// Gives joints that still move no mass a rotor's inertia, without which nothing says how they accelerate; it has no weight, so that the
// robot rests as before. What is to be told about it, if anything.
std::vector<std::string> add_missing_inertia(CutTree& tree, double length);

}  // namespace gough
