#include "gough/io/number.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace gough {

std::optional<double> read_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) return {};
  return value;
}

double rounded_to(double x, int digits) { return std::isfinite(x) ? read_number(fmt::format("{:.{}e}", x, digits - 1)).value_or(x) : x; }

}  // namespace gough
