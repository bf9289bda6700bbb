#include "gough/io/key_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

namespace gough::schema {
namespace {

// Least positive number and largest number of a unit: far beyond what robots have, and far from where doubles end.
struct UnitBounds {
  const char* unit;
  double smallest, largest;
};

constexpr UnitBounds kUnits[] = {{"", 1e-12, 1e9},
                                 {"1", 1e-9, 1e6},
                                 {"1 or rad/m", 1e-9, 1e9},
                                 {"9.81 m/s²", 1e-6, 1e6},
                                 {"Hz", 1e-6, 1e6},
                                 {"N", 1e-9, 1e9},
                                 {"N m", 1e-9, 1e9},
                                 {"N m or N", 1e-9, 1e9},
                                 {"N m s/rad or N s/m", 1e-12, 1e9},
                                 {"N m/rad or N/m", 1e-9, 1e12},
                                 {"N s/m", 1e-12, 1e9},
                                 {"N s/m or N m s/rad", 1e-12, 1e9},
                                 {"N/m", 1e-9, 1e12},
                                 {"N/m or N m/rad", 1e-9, 1e12},
                                 {"SI", 1e-12, 1e12},
                                 {"degrees", 1e-9, 1e6},
                                 {"degrees/s", 1e-6, 1e9},
                                 {"degrees/s²", 1e-6, 1e9},
                                 {"kg", 1e-12, 1e9},
                                 {"kg m²", 1e-15, 1e9},
                                 {"kg or kg m²", 1e-12, 1e9},
                                 {"kg/m³", 1e-6, 1e9},
                                 {"m", 1e-9, 1e6},
                                 {"m or rad", 1e-9, 1e6},
                                 {"m, rad, m/s, rad/s", 1e-15, 1.0},
                                 {"m/s", 1e-9, 1e6},
                                 {"m/s or rad/s", 1e-9, 1e6},
                                 {"m/s, rad/s", 1e-9, 1e6},
                                 {"m/s²", 1e-9, 1e6},
                                 {"m/s² or m/s³", 1e-9, 1e9},
                                 {"rad", 1e-9, 1e6},
                                 {"rad or m", 1e-9, 1e6},
                                 {"rad or m for each rad or m", 1e-6, 1e6},
                                 {"rad/s or m/s", 1e-9, 1e6},
                                 {"s", 1e-9, 1e9}};

const UnitBounds* bounds_of(const Key& key) {
  const auto found =
      std::find_if(std::begin(kUnits), std::end(kUnits), [&](const UnitBounds& u) { return !std::strcmp(u.unit, key.unit); });
  return found == std::end(kUnits) ? nullptr : found;
}

}  // namespace

bool has_bounds(const Key& key) { return bounds_of(key) != nullptr; }

double smallest_of(const Key& key) {
  const UnitBounds* bounds = bounds_of(key);
  return bounds ? bounds->smallest : kUnits[0].smallest;
}

KeyRange range_of(const Key& key) {
  if (key.range) return *key.range;
  const UnitBounds& bounds = bounds_of(key) ? *bounds_of(key) : kUnits[0];
  if (key.check == Check::positive) return {bounds.smallest, bounds.largest};
  return {key.check == Check::not_negative ? 0.0 : -bounds.largest, bounds.largest};
}

std::string complaint(const Key& key, double value) {
  if (!std::isfinite(value)) return "must be finite";
  if (key.check == Check::positive && !(value > 0)) return fmt::format("must be positive; this is {}", value);
  if (key.check == Check::not_negative && value < 0) return fmt::format("must not be negative; this is {}", value);
  const KeyRange range = range_of(key);
  if (value >= range.least && value <= range.most) return "";
  const std::string unit = *key.unit && std::strcmp(key.unit, "1") ? fmt::format(" {}", key.unit) : "";
  return fmt::format("must be between {:g} and {:g}{}; this is {:g}", range.least, range.most, unit, value);
}

std::string range_text(const Key& key) {
  const KeyRange range = range_of(key);
  return fmt::format(", from {:g} to {:g}", range.least, range.most);
}

}  // namespace gough::schema
