#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// The motor of a joint of a leg or the nacelle; `leg` and `joint` are not yet set. Throws InputError for limits in the wrong unit.
Actuator build_actuator(const ActuatorSpec& spec, const std::string& default_name, const Joint& joint);

// Adds the motor's friction to its joint's.
void add_motor_friction(const ActuatorSpec& spec, Joint& joint);

// The motors on the joints of the nacelle that a description has, behind those of the legs.
void add_nacelle_actuators(const RobotDescription& description, Robot& robot);

}  // namespace gough
