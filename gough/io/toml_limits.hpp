#pragma once

#include <string>

namespace gough::schema {

constexpr std::size_t kLargestFile = 4'000'000;  // bytes
constexpr std::size_t kDeepest = 32;             // lists and tables inside each other, and parts of a dotted key

// Refuses a text that is too large or too deep for the parser, whose recursion has no bound of its own. Strings and comments do not
// count. Throws InputError with the place.
void check_toml_limits(const std::string& text, const std::string& file);

}  // namespace gough::schema
