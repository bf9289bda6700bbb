#include "gough/io/files.hpp"
#include "gough/io/robot_file.hpp"
#include "gough/io/schema.hpp"
#include "gough/io/toml_reader.hpp"

namespace gough {

RobotDescription read_robot_text(const std::string& text, const std::string& file) {
  return schema::read_toml<RobotDescription>(text, file, "robot file");
}

RobotDescription read_robot_file(const std::filesystem::path& path) {
  return read_robot_text(read_text(path, schema::kLargestFile), path.string());
}

}  // namespace gough
