#pragma once

#include <string>

namespace gough {

// What a column holds decides which units it may have.
enum class Quantity { none, time, angle, length, angular_rate, rate, angular_acceleration, acceleration, torque, force, energy };

struct ColumnUnit {
  double factor = 1.0;  // to SI
  bool raw = false;     // a drive's own unit
};

// "t [ms]" is the name "t" and the unit "ms".
struct ColumnHeader {
  std::string name, unit;
};
ColumnHeader split_header(const std::string& text);

// False where the quantity has no such unit; an empty unit is SI.
bool find_unit(Quantity quantity, const std::string& unit, ColumnUnit& out);

// "N m, N mm, …"
std::string unit_names(Quantity quantity);

std::string si_unit(Quantity quantity);

}  // namespace gough
