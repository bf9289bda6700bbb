#pragma once

#include <string>

#include "gough/model/robot.hpp"

// Forward geometry from all sensors: `gough fk --sensors`.
namespace gough::command {

struct SensorState {
  std::string joints, states, output;
  bool rpy = false, deg = false, json = false;
};

// Of one number for each sensor, typed or in the columns of a table. Returns the exit code.
int pose_from_sensors(const Robot& robot, const SensorState& o, const Pose<double>& start);

}  // namespace gough::command
