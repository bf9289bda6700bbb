#pragma once

#include <optional>
#include <string_view>

namespace gough {

// The finite number that a whole text is, as 0.5, +1 or -2e-310, whatever the locale; none where it is anything else.
std::optional<double> read_number(std::string_view text);

// x to so many significant digits.
double rounded_to(double x, int digits);

}  // namespace gough
