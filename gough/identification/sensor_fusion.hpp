#pragma once

#include "gough/identification/measured_motion.hpp"
#include "gough/model/sensor.hpp"

namespace gough {

// Replaces the actuated positions of a motion by those at the poses that fit the readings of all sensors best (docs/sensors.md), sample
// after sample from the file's first pose or from home. `passive`: the sensors besides the actuators, one column of `readings` each. Throws
// InputError, with the line, where the sensors contradict each other.
void fuse_sensors(const Robot& robot, const std::vector<Sensor>& passive, const MatX<double>& readings, MeasuredMotion& motion);

}  // namespace gough
