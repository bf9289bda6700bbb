#pragma once

#include <string>
#include <string_view>

namespace gough {

// Text that is safe to show on a terminal: control characters and marks that change the direction of writing become \u001b and the like,
// bytes that are not UTF-8 become U+FFFD. Line ends and tabs stay.
std::string printable(std::string_view text);

// The same with line ends replaced by spaces.
std::string printable_line(std::string_view text);

// Whether all of it is UTF-8.
bool is_utf8(std::string_view text);

}  // namespace gough
