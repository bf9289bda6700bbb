#include "apps/gough/compile_controller.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "gough/io/files.hpp"
#include "gough/io/toml_limits.hpp"
#include "gough/model/input_error.hpp"
#include "gough/simulation/scenario.hpp"

namespace gough::command {

ControllerSpec controller_of(const std::string& name_or_file, const std::vector<std::string>& set) {
  const bool name = name_or_file.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos;
  if (name && !std::filesystem::exists(name_or_file))
    return read_controller(fmt::format("type = \"{}\"\n{}\n", name_or_file, fmt::join(set, "\n")), "--controller");
  if (!set.empty())
    throw InputError(
        {}, fmt::format("--set: not with a file; change the keys in {}, or give the name of a type to --controller", name_or_file));
  const std::string text = read_text(name_or_file, schema::kLargestFile);
  static const std::regex table("(^|\\n)[ \\t]*(\\[[ \\t]*controller[ \\t]*\\]|controller[ \\t]*=)");
  if (!std::regex_search(text, table)) return read_controller(text, name_or_file);
  const ScenarioSpec scenario = read_scenario_text(text, name_or_file);
  if (!scenario.controller) throw InputError({name_or_file}, "has no table [controller]");
  return *scenario.controller;
}

}  // namespace gough::command
