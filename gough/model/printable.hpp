#pragma once

#include <string>
#include <string_view>

namespace gough {

// Text that a terminal shows as it stands: what would steer it (escapes and other controls, marks that turn the direction of writing)
// becomes \u001b and the like, bytes that are not UTF-8 become U+FFFD. Line ends and tabs stay.
std::string printable(std::string_view text);

// The same in one line.
std::string printable_line(std::string_view text);

// Whether all of it is UTF-8.
bool is_utf8(std::string_view text);

}  // namespace gough
