#pragma once

#include "gough/model/robot.hpp"
#include "gough/program/program.hpp"

// Ports of a robot's actuators and freedoms: names, units and what they are in words.
namespace gough {

Port actuator_position_port(const Robot& robot, std::size_t actuator);
Port actuator_rate_port(const Robot& robot, std::size_t actuator);
Port actuator_acceleration_port(const Robot& robot, std::size_t actuator);
Port effort_port(const Robot& robot, std::size_t actuator);

// Component of V_r, of V̇_r.
Port velocity_port(const Robot& robot, int freedom);
Port acceleration_port(const Robot& robot, int freedom);

}  // namespace gough
