#pragma once

#include <functional>

#include "gough/kinematics/data.hpp"

namespace gough::studio {

// Moves a pose onto the platform's manifold, as `gough::project` does, and tells Ψ there.
using Project = std::function<Outcome(Pose<double>& pose, MatX<double>& Psi)>;

// Moves the platform so that the point `grab` of it (platform axes) comes as near to `target` (world) as its freedoms allow. Translations
// are preferred, or rotations if `turning`: the others move only where those do not suffice. `pose` is left at the last state with joints,
// whose outcome is returned; where the target cannot be reached, at the nearest tried.
Outcome drag(const Robot& robot, const Vec3<double>& grab, const Vec3<double>& target, bool turning, const Project& project,
             Pose<double>& pose);

}  // namespace gough::studio
