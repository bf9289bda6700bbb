#include "gough/io/column_unit.hpp"

#include <vector>

#include "gough/math/rotation.hpp"

namespace gough {
namespace {

struct Named {
  const char* name;
  ColumnUnit unit;
};

// The first of each is the SI unit.
const std::vector<Named>& units(Quantity quantity) {
  static const std::vector<Named> kTime{{"s", {}}, {"ms", {1e-3}}, {"us", {1e-6}}, {"min", {60.0}}};
  static const std::vector<Named> kAngle{{"rad", {}}, {"mrad", {1e-3}}, {"deg", {kPi / 180.0}}, {"°", {kPi / 180.0}}};
  static const std::vector<Named> kLength{{"m", {}}, {"mm", {1e-3}}, {"um", {1e-6}}};
  static const std::vector<Named> kAngularRate{
      {"rad/s", {}}, {"mrad/s", {1e-3}}, {"deg/s", {kPi / 180.0}}, {"°/s", {kPi / 180.0}}, {"rpm", {kPi / 30.0}}};
  static const std::vector<Named> kRate{{"m/s", {}}, {"mm/s", {1e-3}}, {"um/s", {1e-6}}};
  static const std::vector<Named> kAngularAcceleration{
      {"rad/s2", {}}, {"rad/s²", {}}, {"deg/s2", {kPi / 180.0}}, {"deg/s²", {kPi / 180.0}}};
  static const std::vector<Named> kAcceleration{{"m/s2", {}}, {"m/s²", {}}, {"mm/s2", {1e-3}}, {"mm/s²", {1e-3}}};
  static const std::vector<Named> kEnergy{{"J", {}}, {"mJ", {1e-3}}, {"kJ", {1e3}}};
  static const std::vector<Named> kNone{{"1", {}}};
  static const std::vector<Named> kTorque{{"N m", {}},        {"Nm", {}},        {"N*m", {}},        {"mN m", {1e-3}},
                                          {"N mm", {1e-3}},   {"kN m", {1e3}},   {"A", {1.0, true}}, {"mA", {1e-3, true}},
                                          {"V", {1.0, true}}, {"%", {1.0, true}}};
  static const std::vector<Named> kForce{{"N", {}},          {"mN", {1e-3}},    {"kN", {1e3}}, {"A", {1.0, true}}, {"mA", {1e-3, true}},
                                         {"V", {1.0, true}}, {"%", {1.0, true}}};
  switch (quantity) {
    case Quantity::none: return kNone;
    case Quantity::time: return kTime;
    case Quantity::angular_rate: return kAngularRate;
    case Quantity::rate: return kRate;
    case Quantity::angular_acceleration: return kAngularAcceleration;
    case Quantity::acceleration: return kAcceleration;
    case Quantity::energy: return kEnergy;
    case Quantity::angle: return kAngle;
    case Quantity::length: return kLength;
    case Quantity::torque: return kTorque;
    case Quantity::force: return kForce;
  }
  return kNone;
}

std::string without_spaces(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

}  // namespace

ColumnHeader split_header(const std::string& text) {
  const std::size_t open = text.find('['), close = text.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return {without_spaces(text), ""};
  return {without_spaces(text.substr(0, open)), without_spaces(text.substr(open + 1, close - open - 1))};
}

bool find_unit(Quantity quantity, const std::string& unit, ColumnUnit& out) {
  out = {};
  if (unit.empty()) return true;
  for (const Named& n : units(quantity))
    if (unit == n.name) {
      out = n.unit;
      return true;
    }
  return false;
}

std::string unit_names(Quantity quantity) {
  std::string out;
  for (const Named& n : units(quantity)) out += (out.empty() ? "" : ", ") + std::string(n.name);
  return out;
}

std::string si_unit(Quantity quantity) { return quantity == Quantity::none ? "" : units(quantity).front().name; }

}  // namespace gough
