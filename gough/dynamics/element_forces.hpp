#pragma once

#include "gough/dynamics/leg_elements.hpp"

// Forces of formulation E: inertia, weight, wrenches, rotors, friction and actuators of a leg, projected on its motion basis.
namespace gough::elements {

// Local forces and torques of every body, projected: F_u = Σ (∂Ṡ/∂u)ᵀ f + (∂ω/∂u)ᵀ n, [O, Eq. 52]. Reads maps and
// states; fills leg.work.F and leg.work.drives, and adds the tips' friction on the platform to leg.shared.b.
template <class T>
void project(LegElements<T>& leg, const Load& load);

}  // namespace gough::elements
