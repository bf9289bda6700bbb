#pragma once

#include "apps/studio/shapes.hpp"
#include "gough/kinematics/data.hpp"

// A robot as the page draws it. The same description serves the studio and a report (docs/studio.md has its layout).
namespace gough::studio {

// Bodies with their shapes, joints, elements, free coordinates, actuators with limits and units, and where everything is at home.
Json scene(const Robot& robot);

// World placement of every body but the base, in the order of the scene: x, y, z, qw, qx, qy, qz each, one after another,
// to 0.1 µm.
std::vector<double> placements(const Robot& robot, const KinematicsData<double>& data);

}  // namespace gough::studio
