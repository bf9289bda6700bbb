#pragma once

#include "apps/studio/models.hpp"
#include "apps/studio/scene.hpp"
#include "gough/model/external_load.hpp"

namespace gough::studio {

// A motion to look at: a pose on the platform's manifold, V_r and V̇_r.
struct Moment {
  Pose<double> pose;
  VecX<double> Vr, dVr;
};

// Everything the page shows of one state: placements, actuators, efforts by the four formulations, reactions, energies, the ellipsoid of
// platform velocities and the distance to the nearest singularity. Reads the position stage of `data`, whose outcome it is given. Efforts
// are those of `models`, or of the library where there are none yet.
Json snapshot(const Robot& robot, const Load& load, Models* models, const Moment& moment, const Outcome& outcome,
              KinematicsData<double>& data);

// Semi-axes of the set of platform velocities that actuators at |q̇_a / speed limit| ≤ 1 give, linear and angular, as columns; without
// limits, at |q̇_a| ≤ 1. Needs the position stage.
struct VelocityEllipsoid {
  Mat3<double> linear = Mat3<double>::Zero(), angular = Mat3<double>::Zero();
  bool by_limits = false;
};
VelocityEllipsoid velocity_ellipsoid(const Robot& robot, const KinematicsData<double>& data);

}  // namespace gough::studio
