#pragma once

#include "gough/dynamics/leg_elements.hpp"

// Maps of formulation E: velocities of points and rotations per unit of a leg's motion basis, and of the nacelle's V_N.
namespace gough::elements {

// Kinematic coordinates of every element, [O, Eqs. 49, 50]: what each rate of the basis gives its points and bodies. Reads the states;
// fills leg.work.maps.
template <class T>
void fill_maps(LegElements<T>& leg);

// ω and the velocity of a point of a nacelle body per unit of V_N. Fills leg.shared.nacelle_point and nacelle_omega.
template <class T>
void nacelle_maps(LegElements<T>& leg, int body, const Vec3<T>& at);

}  // namespace gough::elements
