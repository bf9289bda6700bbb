#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

// Every format that Gough reads, with a first use of what was read: any bytes are an answer, a status or an InputError.
namespace gough::fuzz {

// What must not be: a number that is none behind a status that says ok, or a file that is not written as it was read.
class Finding : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Sample {
  std::string robot, text;  // the robot is a name of the catalog, or nothing
};

struct Format {
  std::string name;
  std::vector<Sample> corpus;
  // Throws InputError, which is fine; anything else that it throws is not.
  std::function<void(const std::string& robot, const std::string& text)> use;
};

// robot, scenario, trajectory, table, motion, summary. `source` is the folder of the repository, `scratch` one to write to.
std::vector<Format> formats(const std::filesystem::path& source, const std::filesystem::path& scratch);

}  // namespace gough::fuzz
