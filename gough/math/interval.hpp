#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

// Intervals that hold what they stand for: every bound is rounded outward by one unit in the last place, whatever the processor's rounding
// mode. An operation without an answer on part of its operands (a division by an interval about zero, the root of a negative number) gives
// the whole line; an interval with a bound that is no number holds nothing that is known, and says so by `is_whole`.
namespace gough {

// The next number below and above, or one further [Rump et al. 2009, Algorithm 1]: two operations instead of a call of nextafter.
inline double below(double x) { return x - (1.1102230246251568e-16 * std::abs(x) + std::numeric_limits<double>::denorm_min()); }
inline double above(double x) { return x + (1.1102230246251568e-16 * std::abs(x) + std::numeric_limits<double>::denorm_min()); }

struct Interval {
  double low = 0.0, high = 0.0;

  Interval() = default;
  Interval(double x) : low(x), high(x) {}  // NOLINT: numbers are intervals
  Interval(double from, double to) : low(from), high(to) {}

  static Interval whole() { return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}; }

  bool contains(double x) const { return low <= x && x <= high; }
  bool contains(const Interval& x) const { return low <= x.low && x.high <= high; }
  bool is_whole() const { return !(low > -std::numeric_limits<double>::infinity() && high < std::numeric_limits<double>::infinity()); }
  double width() const { return high - low; }
  double middle() const { return 0.5 * low + 0.5 * high; }
  double magnitude() const { return std::max(std::abs(low), std::abs(high)); }
};

// Bounds found to nearest, moved outward.
inline Interval outward(double low, double high) {
  return std::isnan(low) || std::isnan(high) ? Interval::whole() : Interval(below(low), above(high));
}

inline Interval operator+(const Interval& a, const Interval& b) { return outward(a.low + b.low, a.high + b.high); }
inline Interval operator-(const Interval& a, const Interval& b) { return outward(a.low - b.high, a.high - b.low); }
inline Interval operator-(const Interval& a) { return {-a.high, -a.low}; }

inline Interval operator*(const Interval& a, const Interval& b) {
  const double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
  if (std::isnan(p + q + r + s)) return Interval::whole();  // zero times a bound that is infinite, or infinities of both signs
  return outward(std::min({p, q, r, s}), std::max({p, q, r, s}));
}

// a · a, which is not negative.
inline Interval square(const Interval& a) {
  const double most = a.magnitude(), least = a.low > 0.0 ? a.low : a.high < 0.0 ? -a.high : 0.0;
  return {std::max(0.0, below(least * least)), std::isnan(most) ? Interval::whole().high : above(most * most)};
}

inline Interval reciprocal(const Interval& a) {
  if (!(a.low > 0.0 || a.high < 0.0)) return Interval::whole();
  return outward(1.0 / a.high, 1.0 / a.low);
}

inline Interval operator/(const Interval& a, const Interval& b) {
  if (!(b.low > 0.0 || b.high < 0.0)) return Interval::whole();
  const double p = a.low / b.low, q = a.low / b.high, r = a.high / b.low, s = a.high / b.high;
  if (std::isnan(p + q + r + s)) return Interval::whole();
  return outward(std::min({p, q, r, s}), std::max({p, q, r, s}));
}

inline Interval sqrt(const Interval& a) {
  if (!(a.low >= 0.0)) return Interval::whole();
  return {std::max(0.0, below(std::sqrt(a.low))), above(std::sqrt(a.high))};
}

inline Interval hull(const Interval& a, const Interval& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

namespace interval_detail {

// Whether a point of phase + 2 π k lies in the interval, or may.
inline bool holds_turn(const Interval& a, double phase) {
  const double room = 1e-15 * (1.0 + a.magnitude());
  return std::floor((a.high + room - phase) / (2.0 * std::numbers::pi)) >= std::ceil((a.low - room - phase) / (2.0 * std::numbers::pi));
}

}  // namespace interval_detail

// Sines and cosines of the system's library are within two units in the last place.
inline Interval cos(const Interval& a) {
  if (!(a.width() < 2.0 * std::numbers::pi) || a.magnitude() > 1e6) return {-1.0, 1.0};
  const double x = std::cos(a.low), y = std::cos(a.high);
  const double low = interval_detail::holds_turn(a, std::numbers::pi) ? -1.0 : below(below(std::min(x, y)));
  const double high = interval_detail::holds_turn(a, 0.0) ? 1.0 : above(above(std::max(x, y)));
  return {std::max(-1.0, low), std::min(1.0, high)};
}

inline Interval sin(const Interval& a) {
  if (!(a.width() < 2.0 * std::numbers::pi) || a.magnitude() > 1e6) return {-1.0, 1.0};
  const double x = std::sin(a.low), y = std::sin(a.high);
  const double low = interval_detail::holds_turn(a, -0.5 * std::numbers::pi) ? -1.0 : below(below(std::min(x, y)));
  const double high = interval_detail::holds_turn(a, 0.5 * std::numbers::pi) ? 1.0 : above(above(std::max(x, y)));
  return {std::max(-1.0, low), std::min(1.0, high)};
}

inline Interval atan(const Interval& a) { return {below(below(std::atan(a.low))), above(above(std::atan(a.high)))}; }

inline Interval smaller(const Interval& a, const Interval& b) { return {std::min(a.low, b.low), std::min(a.high, b.high)}; }

// |a| with the sign of b; of both signs where b has both.
inline Interval copysign(const Interval& a, const Interval& b) {
  const double most = a.magnitude(), least = a.low > 0.0 ? a.low : a.high < 0.0 ? -a.high : 0.0;
  if (b.low > 0.0) return {least, most};
  if (b.high < 0.0) return {-most, -least};
  return {-most, most};
}

}  // namespace gough
