#pragma once

#include <string>
#include <vector>

#include "gough/model/robot.hpp"

// Words on standard error about what is possible and yet hardly meant. Standard output stays as it is.
namespace gough::command {

// Prints `warning: text` unless a warning of this kind was given before.
void warn(const std::string& kind, const std::string& text);

// All that were given, for JSON.
const std::vector<std::string>& warnings_given();

// A robot by file or catalog name, with the warnings that it deserves, and what its file says.
Robot open_robot(const std::string& file_or_name, std::string* text = nullptr);

// Numbers as typed: angles that look like degrees or radians where the other is expected, poses as far off as if in millimetres.
void warn_of_pose(const Robot& robot, const std::vector<double>& values, bool rpy, const std::string& option);
void warn_of_far_pose(const Robot& robot, const Pose<double>& pose, const std::string& option);
void warn_of_joints(const Robot& robot, const std::vector<double>& values, bool deg, const std::string& option);

}  // namespace gough::command
