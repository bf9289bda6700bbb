#pragma once

#include <string>

#include "gough/dynamics/data.hpp"

namespace gough {

// Free components along which nothing that moves has mass, given M_rob; empty where there is none.
std::string massless_freedom(const Robot& robot, const MatX<double>& mass);

// Throws InputError where direct dynamics has no answer because M_rob is singular. Reads positions; fills data.mass and the bias.
void require_mass(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics, DynamicsData<double>& data);

}  // namespace gough
