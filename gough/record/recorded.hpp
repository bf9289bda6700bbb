#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "gough/math/coulomb_sign.hpp"
#include "gough/record/operation.hpp"

// The recording scalar. An algorithm that runs on it writes its operations on the active tape instead of doing them. Operations are
// simplified as they are written: constants are folded, zeros and ones vanish, signs move outward, and equal operations are shared.
// gough/program makes programs of the tapes.
namespace gough {

// A number: a known constant (node < 0), or the result of a node of the active tape.
struct Recorded {
  double value = 0.0;
  std::int32_t node = -1;

  Recorded() = default;
  Recorded(double constant) : value(constant) {}  // NOLINT: numbers are constants
  Recorded(int constant) : value(constant) {}     // NOLINT
  bool known() const { return node < 0; }

  Recorded& operator+=(const Recorded& b);
  Recorded& operator-=(const Recorded& b);
  Recorded& operator*=(const Recorded& b);
  Recorded& operator/=(const Recorded& b);
};

Recorded operator+(const Recorded& a, const Recorded& b);
Recorded operator-(const Recorded& a, const Recorded& b);
Recorded operator*(const Recorded& a, const Recorded& b);
Recorded operator/(const Recorded& a, const Recorded& b);
Recorded operator-(const Recorded& a);
Recorded sqrt(const Recorded& a);
Recorded sin(const Recorded& a);
Recorded atan(const Recorded& a);
Recorded cos(const Recorded& a);
Recorded copysign(const Recorded& a, const Recorded& b);
Recorded coulomb_sign(const Recorded& a);
Recorded smaller(const Recorded& a, const Recorded& b);

inline bool always_zero(const Recorded& x) { return x.known() && x.value == 0.0; }

// Argument of a square root. A negative one means that there is no solution. On double it is replaced by 0, which gives the nearest point,
// and `reach` reports it; a recording keeps it, so that its program gives NaN.
inline Recorded positive_part(const Recorded& x) { return x; }

inline Recorded& Recorded::operator+=(const Recorded& b) { return *this = *this + b; }
inline Recorded& Recorded::operator-=(const Recorded& b) { return *this = *this - b; }
inline Recorded& Recorded::operator*=(const Recorded& b) { return *this = *this * b; }
inline Recorded& Recorded::operator/=(const Recorded& b) { return *this = *this / b; }

struct TapeNode {
  Op op = Op::constant;
  std::int32_t a = -1, b = -1;
  double value = 0.0;  // of a constant
};

// The operations recorded so far. A tape is the active one of its thread from its construction to its destruction; tapes nest.
class Tape {
 public:
  Tape();
  ~Tape();
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  Recorded input();
  std::int32_t node(const Recorded& x);  // node of x; a constant gets one
  const std::vector<TapeNode>& nodes() const { return nodes_; }

  static Tape& active();
  Recorded write(Op op, std::int32_t a, std::int32_t b = -1);

 private:
  struct Key {
    std::uint64_t high, low;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& k) const { return (k.high * 0x9E3779B97F4A7C15ull) ^ (k.low * 0xC2B2AE3D27D4EB4Full); }
  };
  std::vector<TapeNode> nodes_;
  std::unordered_map<Key, std::int32_t, Hash> known_;
  std::map<double, std::int32_t> constants_;
  Tape* outer_;
};

}  // namespace gough

namespace Eigen {
template <>
struct NumTraits<gough::Recorded> : NumTraits<double> {
  using Real = gough::Recorded;
  using NonInteger = gough::Recorded;
  using Nested = gough::Recorded;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1, ReadCost = 1, AddCost = 3, MulCost = 3 };
};
}  // namespace Eigen
