#pragma once

#include "gough/dynamics/leg_elements.hpp"

// Elimination of formulation E: the motion constraints u = M V_N that tie a leg's motion basis to the platform.
namespace gough::elements {

// Rows that tie the basis to itself and to the platform: unit length, intrinsic and extrinsic joints, loops; solved at once. Only for legs
// without a form of their own. Reads maps and states; fills leg.work.rows (factored) and leg.work.right.
template <class T>
void constrain(LegElements<T>& leg);

// out += Mᵀ F, with u = M V_N the motion constraints, [O, Eqs. 41, 43, 55]: what forces on the basis do on V_N. M itself is not formed.
template <class T>
void pull(LegElements<T>& leg, const VecX<T>& F, VecX<T>& out);

}  // namespace gough::elements
