#pragma once

#include <filesystem>
#include <string>

#include "gough/model/description.hpp"

// The robot file: TOML in, TOML out, and its documentation, all from gough/io/schema.hpp.
namespace gough {

// Throws InputError with file:line:column.
RobotDescription read_robot_file(const std::filesystem::path& path);
RobotDescription read_robot_text(const std::string& text, const std::string& file);

// Text that reads back as an equal description. Comments are not kept.
std::string write_robot_text(const RobotDescription& description);
void write_robot_file(const RobotDescription& description, const std::filesystem::path& path);

// docs/robot-file.md
std::string robot_file_reference();

}  // namespace gough
