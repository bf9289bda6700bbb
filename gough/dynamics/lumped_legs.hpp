#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// The simplified twin of a robot, [CB, Section 3.3]: bodies of legs that passive joints carry become point masses, one where the passive
// part of the leg begins, on the body that motors move or on the base, and one at the leg's tip, on the nacelle. A body's share at the tip
// is such that at home it has about the beginning the inertia that it had, across the line to the tip; a third of a uniform rod's mass.
// What motors alone move, an arm or a slide, keeps its mass and inertia; rotors, friction, springs and geometry stay. Left out is that legs
// turn other than about their beginning and that their masses slide and change direction. Total mass is kept but for what falls on the
// base.
[[nodiscard]] Robot lumped_legs(const Robot& robot);

}  // namespace gough
