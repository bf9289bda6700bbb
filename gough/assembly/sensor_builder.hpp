#pragma once

#include "gough/model/robot.hpp"

namespace gough {

// Puts a sensor on the joints of one freedom, `first` … `last` of a tree, that stand for one joint of the file. Throws InputError for axes
// that it has not, and for units that do not fit.
void build_sensor(const JointSensorSpec& spec, std::vector<Joint>& joints, int first, int last);

// That no two sensors have one name. Throws InputError.
void require_sensor_names(const Robot& robot);

}  // namespace gough
