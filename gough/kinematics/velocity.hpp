#pragma once

#include "gough/kinematics/data.hpp"

namespace gough {

// Velocities of all joints and bodies from V_r. Reads the results of `eliminate`; fills VN, dqa, each leg's dq and body velocities, and the
// nacelle's.
template <class T>
void velocity(const Robot& robot, const VecX<T>& Vr, KinematicsData<T>& data);

// Accelerations of all joints and bodies from V̇_r, docs/theory.md (2.3) and (3.1). Reads the results of `velocity`; fills dVN, gamma, ddqa,
// each leg's ddq, bias and body accelerations, and the nacelle's.
template <class T>
void acceleration(const Robot& robot, const VecX<T>& dVr, KinematicsData<T>& data);

// Velocity of a point of a body, from the body's twist at its origin and the vector from there to the point.
template <class T>
Vec3<T> point_velocity(const Motion<T>& body, const Vec3<T>& arm) {
  return body.linear + body.angular.cross(arm);
}

}  // namespace gough
