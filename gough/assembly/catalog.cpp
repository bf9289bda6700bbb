#include "gough/assembly/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "gough/assembly/assembly.hpp"
#include "gough/io/files.hpp"
#include "gough/io/robot_file.hpp"
#include "gough/io/toml_limits.hpp"
#include "gough/model/did_you_mean.hpp"

namespace gough {
namespace {

namespace fs = std::filesystem;

fs::path catalog_folder() {
  std::error_code error;
  if (const char* folder = std::getenv("GOUGH_ROBOTS")) return folder;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() / "share/gough/robots";
  if (fs::is_directory(beside, error)) return beside;
  if (fs::is_directory(GOUGH_SOURCE_ROBOTS, error)) return GOUGH_SOURCE_ROBOTS;
  return GOUGH_INSTALLED_ROBOTS;
}

}  // namespace

std::vector<std::string> catalog() {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(catalog_folder(), error))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string robot_path(const std::string& file_or_name) {
  std::error_code error;
  const bool is_name = file_or_name.find_first_of("/.") == std::string::npos;
  if (!is_name || (fs::exists(file_or_name, error) && !fs::is_directory(file_or_name, error))) return file_or_name;
  const fs::path file = catalog_folder() / (file_or_name + ".toml");
  if (!fs::exists(file, error))
    throw InputError({}, fmt::format("no file and no catalog robot is called '{}'{}; `gough info` lists the catalog", file_or_name,
                                     did_you_mean(file_or_name, catalog())));
  return file.string();
}

Robot load_robot(const std::string& file_or_name, std::string* text) {
  const std::string path = robot_path(file_or_name);
  std::string own = read_text(path, schema::kLargestFile);
  const Robot robot = assemble(read_robot_text(own, path));
  if (text) *text = std::move(own);
  return robot;
}

}  // namespace gough
