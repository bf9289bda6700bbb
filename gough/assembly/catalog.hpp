#pragma once

#include <string>
#include <vector>

#include "gough/model/robot.hpp"

namespace gough {

// A robot from a file, or from the catalog by name ("delta"). The catalog is the folder in $GOUGH_ROBOTS, else the one installed beside the
// running program, else that of the source tree, else that of the installation the library was built for. `text` receives the text of the
// file, which may be a pipe that can be read only once. Throws InputError.
Robot load_robot(const std::string& file_or_name, std::string* text = nullptr);

// The file that `load_robot` would read.
std::string robot_path(const std::string& file_or_name);

// Names of the catalog, sorted.
std::vector<std::string> catalog();

}  // namespace gough
