#include "gough/trajectory/time_law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gough/model/input_error.hpp"

namespace gough {
namespace {

// On the unit interval.
Scaled quintic(double u) {
  const double v = 1.0 - u;
  return {u * u * u * (10.0 - u * (15.0 - 6.0 * u)), 30.0 * u * u * v * v, 60.0 * u * v * (v - u)};
}

// Speeds up with a = 1/(r (1 − r)) for a time r; the second half mirrors the first.
Scaled trapezoidal(double u, double r) {
  const double a = 1.0 / (r * (1.0 - r));
  if (u < r) return {0.5 * a * u * u, a * u, a};
  if (u <= 1.0 - r) return {a * r * (u - 0.5 * r), a * r, 0.0};
  const double v = 1.0 - u;
  return {1.0 - 0.5 * a * v * v, a * v, -a};
}

Scaled s_curve(double u) {
  const double jerk = 32.0;
  if (u > 0.5) {
    const Scaled mirrored = s_curve(1.0 - u);
    return {1.0 - mirrored.s, mirrored.ds, -mirrored.dds};
  }
  if (u <= 0.25) return {jerk * u * u * u / 6.0, 0.5 * jerk * u * u, jerk * u};
  const double w = 0.5 - u;  // to the middle, where s = 1/2, ds = 2, dds = 0
  return {0.5 - 2.0 * w + jerk * w * w * w / 6.0, 2.0 - 0.5 * jerk * w * w, jerk * w};
}

}  // namespace

Law law_of(const std::string& name) {
  if (name == "trapezoidal") return Law::trapezoidal;
  if (name == "quintic" || name == "minimum_jerk") return Law::quintic;
  if (name == "s_curve") return Law::s_curve;
  throw InputError({}, fmt::format("'{}' is no time law; expected trapezoidal, quintic, minimum_jerk or s_curve", name));
}

Scaled TimeLaw::at(double t) const {
  if (t <= 0.0) return {0.0, 0.0, 0.0};
  if (t >= duration) return {1.0, 0.0, 0.0};
  const double u = t / duration;
  const Scaled unit = law == Law::trapezoidal ? trapezoidal(u, ramp) : law == Law::quintic ? quintic(u) : s_curve(u);
  return {unit.s, unit.ds / duration, unit.dds / (duration * duration)};
}

double TimeLaw::peak_speed() const {
  const double unit = law == Law::trapezoidal ? 1.0 / (1.0 - ramp) : law == Law::quintic ? 15.0 / 8.0 : 2.0;
  return unit / duration;
}

double TimeLaw::peak_acceleration() const {
  const double unit = law == Law::trapezoidal ? 1.0 / (ramp * (1.0 - ramp)) : law == Law::quintic ? 10.0 / std::sqrt(3.0) : 8.0;
  return unit / (duration * duration);
}

TimeLaw law_within(Law law, double distance, double speed, double acceleration) {
  TimeLaw out{law, 1.0, 0.5};
  if (law == Law::trapezoidal && std::isfinite(speed)) {
    // T = d/v + v/a where the speed is reached, else 2 √(d/a); without a limit of acceleration a quarter is a ramp
    const double ramp_time = std::isfinite(acceleration) ? speed / acceleration : distance / (3.0 * speed);
    if (speed * ramp_time <= distance) {
      out.duration = distance / speed + ramp_time;
      out.ramp = ramp_time / out.duration;
      return out;
    }
  }
  out.duration = std::max(out.peak_speed() * distance / speed, std::sqrt(out.peak_acceleration() * distance / acceleration));
  return out;
}

}  // namespace gough
