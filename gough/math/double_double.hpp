#pragma once

#include <cmath>

// Numbers of 32 digits: the unevaluated sum of two doubles, the second at most half a unit in the last place of the first. Sums and
// products are found without error and rounded once [Dekker 1971; Joldes, Muller, Popescu 2017]; sines and cosines by their series, arc
// tangents by one Newton step from that of a double.
namespace gough {

struct DoubleDouble {
  double high = 0.0, low = 0.0;

  DoubleDouble() = default;
  DoubleDouble(double x) : high(x) {}  // NOLINT: numbers are numbers
  DoubleDouble(double h, double l) : high(h), low(l) {}
  explicit operator double() const { return high; }
};

// a + b without error; the second where |a| ≥ |b|, or a is 0.
inline DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b, back = sum - a;
  return {sum, (a - (sum - back)) + (b - back)};
}
inline DoubleDouble exact_sum_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

inline DoubleDouble exact_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

inline DoubleDouble operator-(const DoubleDouble& a) { return {-a.high, -a.low}; }

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble s = exact_sum(a.high, b.high), t = exact_sum(a.low, b.low);
  const DoubleDouble v = exact_sum_ordered(s.high, s.low + t.high);
  return exact_sum_ordered(v.high, t.low + v.low);
}
inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + (-b); }

inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble c = exact_product(a.high, b.high);
  const double cross = std::fma(a.high, b.low, std::fma(a.low, b.high, a.low * b.low));
  return exact_sum_ordered(c.high, c.low + cross);
}

// Two quotients of doubles, the second of what the first leaves, and the same of what both leave.
inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
  const double first = a.high / b.high;
  DoubleDouble rest = a - b * DoubleDouble(first);
  const double second = rest.high / b.high;
  rest = rest - b * DoubleDouble(second);
  const double third = rest.high / b.high;
  return exact_sum_ordered(first, second) + DoubleDouble(third);
}
inline DoubleDouble reciprocal(const DoubleDouble& a) { return DoubleDouble(1.0) / a; }

inline DoubleDouble sqrt(const DoubleDouble& a) {
  const double root = std::sqrt(a.high);
  if (!(root > 0.0)) return {root, 0.0};  // zero, or no number
  const DoubleDouble rest = a - exact_product(root, root);
  return exact_sum_ordered(root, rest.high / (2.0 * root));
}

namespace double_double_detail {

struct SineCosine {
  DoubleDouble sine, cosine;
};

// Of |x| ≤ π / 1024, by their series.
inline SineCosine small_turn(const DoubleDouble& x) {
  const DoubleDouble square = x * x;
  DoubleDouble sine = 0.0, cosine = 0.0;
  for (int k = 15; k >= 1; k -= 2) sine = (DoubleDouble(1.0) - sine * square / DoubleDouble((k + 1.0) * (k + 2.0)));
  for (int k = 14; k >= 0; k -= 2) cosine = (DoubleDouble(1.0) - cosine * square / DoubleDouble((k + 1.0) * (k + 2.0)));
  return {sine * x, cosine};
}

// Of any angle: whole turns off, halved ten times, doubled as often.
inline SineCosine turn(const DoubleDouble& angle) {
  const DoubleDouble two_pi(6.283185307179586232e+00, 2.449293598294706414e-16);
  DoubleDouble x = angle - two_pi * DoubleDouble(std::nearbyint(angle.high / two_pi.high));
  SineCosine at = small_turn(x * DoubleDouble(1.0 / 1024.0));
  DoubleDouble versed = at.sine * at.sine / (DoubleDouble(1.0) + at.cosine);  // 1 − cos, with all its digits
  for (int k = 0; k < 10; ++k) {
    at.sine = DoubleDouble(2.0) * at.sine * (DoubleDouble(1.0) - versed);
    versed = DoubleDouble(2.0) * versed * (DoubleDouble(2.0) - versed);
  }
  return {at.sine, DoubleDouble(1.0) - versed};
}

}  // namespace double_double_detail

inline DoubleDouble sin(const DoubleDouble& a) { return double_double_detail::turn(a).sine; }
inline DoubleDouble cos(const DoubleDouble& a) { return double_double_detail::turn(a).cosine; }

// One Newton step on the angle whose tangent is a, from that of a double.
inline DoubleDouble atan(const DoubleDouble& a) {
  const double guess = std::atan(a.high);
  const double_double_detail::SineCosine at = double_double_detail::turn(guess);
  const DoubleDouble length = sqrt(DoubleDouble(1.0) + a * a);
  return DoubleDouble(guess) + (a * at.cosine - at.sine) / length;  // the sine of what is left, whose cube is below 1e-45
}

inline bool operator<=(const DoubleDouble& a, const DoubleDouble& b) { return a.high < b.high || (a.high == b.high && a.low <= b.low); }
inline DoubleDouble smaller(const DoubleDouble& a, const DoubleDouble& b) { return a <= b ? a : b; }
inline DoubleDouble copysign(const DoubleDouble& a, const DoubleDouble& b) { return std::signbit(a.high) == std::signbit(b.high) ? a : -a; }

}  // namespace gough
