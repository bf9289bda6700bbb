#pragma once

#include <string>

#include "gough/dynamics/data.hpp"

namespace gough {

// Names of the free components whose motion moves no mass, from M_rob; empty if there are none.
std::string massless_freedom(const Robot& robot, const MatX<double>& mass);

// Throws InputError if M_rob is singular, so that direct dynamics has no answer. Reads positions; fills data.mass and data.bias.
void require_mass(const Robot& robot, const Load& load, const KinematicsData<double>& kinematics, DynamicsData<double>& data);

}  // namespace gough
