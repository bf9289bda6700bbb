#include "apps/gough/warn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "apps/gough/output.hpp"
#include "gough/assembly/catalog.hpp"
#include "gough/assembly/warnings.hpp"
#include "gough/math/rotation.hpp"

namespace gough::command {
namespace {

constexpr double kFar = 20.0;       // robot lengths
constexpr double kTinyAngle = 0.1;  // degrees: below, all of them, hardly meant as degrees

std::vector<std::string>& given() {
  static std::vector<std::string> all;
  return all;
}

// Not all 0, and all below a tenth of a degree.
bool tiny(const std::vector<double>& angles) {
  const auto largest = std::max_element(angles.begin(), angles.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  return largest != angles.end() && *largest != 0.0 && std::abs(*largest) < kTinyAngle;
}

bool looks_like_degrees(const Actuator& a, double q) {
  if (q >= a.position_min && q <= a.position_max && std::isfinite(a.position_max)) return false;
  if (std::abs(q) > 2.0 * kPi) return true;
  const double largest = std::max(std::abs(a.position_min), std::abs(a.position_max));
  return std::abs(q) > 3.0 * largest && radians(q) >= a.position_min && radians(q) <= a.position_max;
}

}  // namespace

void warn(const std::string& kind, const std::string& text) {
  static std::set<std::string> kinds;
  if (!kinds.insert(kind).second) return;
  given().push_back(text);
  complain("warning: " + text);
}

const std::vector<std::string>& warnings_given() { return given(); }

Robot open_robot(const std::string& file_or_name, std::string* text) {
  Robot robot = load_robot(file_or_name, text);
  for (const std::string& text : warnings(robot)) warn(text, fmt::format("{}: {}", robot.name, text));
  return robot;
}

void warn_of_pose(const Robot& robot, const std::vector<double>& v, bool rpy, const std::string& option) {
  if (rpy && v.size() == 6 && tiny({v[3], v[4], v[5]}))
    warn(option + " rpy", option + ": every angle is below 0.1 degrees; if these are radians, --rpy expects degrees");
  const std::vector<FreeComponent>& free = robot.mobility.free;
  if (rpy || v.size() != free.size() || v.size() >= 6) return;
  for (std::size_t k = 0; k < v.size(); ++k)
    if (free[k].angular && std::abs(v[k]) > kPi)
      warn(option + " angle", fmt::format("{}: {} = {:.6g} rad is more than half a turn; degrees? use --rpy", option, free[k].name, v[k]));
}

void warn_of_far_pose(const Robot& robot, const Pose<double>& pose, const std::string& option) {
  const double far = (pose.p - robot.home.p).stableNorm();
  if (far > kFar * robot.length)
    warn(option + " far",
         fmt::format("{}: {:.4g} m from home, {:.4g} times the robot's length ({:.4g} m); millimetres? poses are in metres", option, far,
                     far / robot.length, robot.length));
}

void warn_of_joints(const Robot& robot, const std::vector<double>& v, bool deg, const std::string& option) {
  std::vector<double> angles;
  for (std::size_t a = 0; a < std::min(v.size(), robot.actuators.size()); ++a) {
    if (!robot.actuators[a].revolute) continue;
    angles.push_back(v[a]);
    if (!deg && looks_like_degrees(robot.actuators[a], v[a]))
      warn(option + " degrees", fmt::format("{}: {} = {:.6g} rad; degrees? use --deg", option, robot.actuators[a].name, v[a]));
  }
  if (deg && tiny(angles)) warn(option + " radians", option + ": every angle is below 0.1 degrees; if these are radians, leave out --deg");
}

}  // namespace gough::command
