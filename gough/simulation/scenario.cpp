#include "gough/simulation/scenario.hpp"

#include "gough/io/files.hpp"
#include "gough/io/reference_page.hpp"
#include "gough/io/toml_reader.hpp"

namespace gough {

ScenarioSpec read_scenario_text(const std::string& text, const std::string& file) {
  ScenarioSpec spec = schema::read_toml<ScenarioSpec>(text, file, "scenario file");
  if (spec.trajectory && !spec.trajectory_file.empty()) throw InputError(spec.place, "give 'trajectory' or 'trajectory_file', not both");
  if (spec.seed != std::floor(spec.seed)) throw InputError(spec.place, "'seed' must be a whole number");
  return spec;
}

ScenarioSpec read_scenario_file(const std::filesystem::path& path) {
  return read_scenario_text(read_text(path, schema::kLargestFile), path.string());
}

std::string scenario_file_reference() {
  schema::ReferencePage reference;
  reference.out =
      "# The scenario file\n\n"
      "<!-- Generated from gough/simulation/scenario.hpp by `gough docs scenario-file`; a test compares. -->\n\n"
      "A scenario file is [TOML](https://toml.io), in SI units; angles are in degrees where a key ends in `_deg`, and nowhere else.\n"
      "It says what `gough simulate ROBOT SCENARIO.toml -o DIR` does with a robot: every table is optional, and without a trajectory\n"
      "and a controller the robot moves as gravity has it. [simulation.md](simulation.md) says how; `examples/scenarios/` holds "
      "examples.\n";
  reference.section<ScenarioSpec>();
  return reference.out;
}

}  // namespace gough
