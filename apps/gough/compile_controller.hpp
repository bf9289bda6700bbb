#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gough/control/emit_controller.hpp"

namespace gough::command {

// A controller as `--controller` and `--set` say it: the name of a type with keys behind, a controller file, or a scenario with a table
// [controller]. Throws InputError.
ControllerSpec controller_of(const std::string& name_or_file, const std::vector<std::string>& set);

}  // namespace gough::command
