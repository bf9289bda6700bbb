#include "gough/record/recorded.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gough {
namespace {

thread_local Tape* active_tape = nullptr;

constexpr double kRounding = 1e-15;

const TapeNode& at(std::int32_t node) { return Tape::active().nodes()[node]; }
Recorded whole(std::int32_t node) {
  Recorded out;
  out.node = node;
  if (const TapeNode& n = at(node); n.op == Op::constant) return Recorded(n.value);
  return out;
}
bool is(const Recorded& x, Op op) { return !x.known() && at(x.node).op == op; }
Recorded left(const Recorded& x) { return whole(at(x.node).a); }
Recorded right(const Recorded& x) { return whole(at(x.node).b); }
bool same(const Recorded& a, const Recorded& b) { return a.node == b.node && (a.node >= 0 || a.value == b.value); }
Recorded write(Op op, const Recorded& a) { return Tape::active().write(op, Tape::active().node(a)); }
Recorded write(Op op, const Recorded& a, const Recorded& b) {
  return Tape::active().write(op, Tape::active().node(a), Tape::active().node(b));
}

// A sum of constants that cancels to rounding is zero.
double sum(double a, double b) {
  const double s = a + b;
  return std::abs(s) <= kRounding * std::max(std::abs(a), std::abs(b)) ? 0.0 : s;
}

// x + c. Constants gather: (y ± c1) + c is y + (±c1 + c).
Recorded add_constant(const Recorded& x, double c) {
  if (c == 0.0) return x;
  if (is(x, Op::negate)) return -(left(x) + Recorded(-c));
  if (is(x, Op::add) && right(x).known()) return left(x) + Recorded(sum(right(x).value, c));
  if (is(x, Op::subtract) && right(x).known()) return left(x) + Recorded(sum(c, -right(x).value));
  return c > 0 ? write(Op::add, x, c) : write(Op::subtract, x, -c);
}

// x as a multiple of something: (1, x) where it is none.
std::pair<double, Recorded> multiple(const Recorded& x) {
  if (is(x, Op::multiply) && left(x).known()) return {left(x).value, right(x)};
  return {1.0, x};
}

// c · x, with c > 0 on the tape.
Recorded scale(const Recorded& x, double c) {
  if (c == 0.0) return 0.0;
  if (c < 0.0) return -scale(x, -c);
  if (std::abs(c - 1.0) <= kRounding) return x;
  if (is(x, Op::negate)) return -scale(left(x), c);
  if (is(x, Op::multiply) && left(x).known()) return scale(right(x), left(x).value * c);
  return write(Op::multiply, c, x);
}

}  // namespace

Tape::Tape() : outer_(active_tape) { active_tape = this; }
Tape::~Tape() { active_tape = outer_; }

Tape& Tape::active() {
  if (active_tape == nullptr) throw std::logic_error("a recording needs a tape");
  return *active_tape;
}

Recorded Tape::input() {
  nodes_.push_back({Op::input, -1, -1, 0.0});
  Recorded out;
  out.node = static_cast<std::int32_t>(nodes_.size()) - 1;
  return out;
}

std::int32_t Tape::node(const Recorded& x) {
  if (!x.known()) return x.node;
  // constants that differ by rounding only, as those of turned copies do, are one
  auto near = constants_.lower_bound(x.value - kRounding * std::abs(x.value));
  if (near != constants_.end() && near->first <= x.value + kRounding * std::abs(x.value)) return near->second;
  nodes_.push_back({Op::constant, -1, -1, x.value});
  const auto out = static_cast<std::int32_t>(nodes_.size()) - 1;
  constants_.emplace(x.value, out);
  return out;
}

Recorded Tape::write(Op op, std::int32_t a, std::int32_t b) {
  if ((op == Op::add || op == Op::multiply) && a > b && nodes_[b].op != Op::constant && nodes_[a].op != Op::constant) std::swap(a, b);
  const Key key{(static_cast<std::uint64_t>(a) << 8) | static_cast<std::uint64_t>(op), static_cast<std::uint64_t>(b)};
  const auto [it, fresh] = known_.try_emplace(key, static_cast<std::int32_t>(nodes_.size()));
  if (fresh) nodes_.push_back({op, a, b, 0.0});
  Recorded out;
  out.node = it->second;
  return out;
}

Recorded operator-(const Recorded& a) {
  if (a.known()) return -a.value;
  if (is(a, Op::negate)) return left(a);
  return write(Op::negate, a);
}

Recorded operator+(const Recorded& a, const Recorded& b) {
  if (a.known() && b.known()) return sum(a.value, b.value);
  if (b.known()) return add_constant(a, b.value);
  if (a.known()) return add_constant(b, a.value);
  if (is(a, Op::negate) && is(b, Op::negate)) return -(left(a) + left(b));
  if (is(b, Op::negate)) return a - left(b);
  if (is(a, Op::negate)) return b - left(a);
  if (is(a, Op::subtract) && same(right(a), b)) return left(a);
  if (is(b, Op::subtract) && same(right(b), a)) return left(b);
  if (const auto [m, x] = multiple(a); same(x, multiple(b).second)) return scale(x, m + multiple(b).first);
  if (is(a, Op::add) && right(a).known()) return add_constant(left(a) + b, right(a).value);
  if (is(b, Op::add) && right(b).known()) return add_constant(left(b) + a, right(b).value);
  return write(Op::add, a, b);
}

Recorded operator-(const Recorded& a, const Recorded& b) {
  if (a.known() && b.known()) return sum(a.value, -b.value);
  if (b.known()) return add_constant(a, -b.value);
  if (a.known()) return -add_constant(b, -a.value);
  if (same(a, b)) return 0.0;
  if (is(b, Op::negate)) return a + left(b);
  if (is(a, Op::negate)) return -(left(a) + b);
  if (is(a, Op::add)) {
    if (same(right(a), b)) return left(a);
    if (same(left(a), b)) return right(a);
    if (right(a).known()) return add_constant(left(a) - b, right(a).value);
  }
  if (is(b, Op::add)) {
    if (same(right(b), a)) return -left(b);
    if (same(left(b), a)) return -right(b);
    if (right(b).known()) return add_constant(a - left(b), -right(b).value);
  }
  if (is(a, Op::subtract) && same(left(a), b)) return -right(a);
  if (is(b, Op::subtract) && same(left(b), a)) return right(b);
  if (is(a, Op::subtract) && right(a).known()) return add_constant(left(a) - b, -right(a).value);
  if (is(b, Op::subtract) && right(b).known()) return add_constant(a - left(b), right(b).value);
  if (const auto [m, x] = multiple(a); same(x, multiple(b).second)) return scale(x, sum(m, -multiple(b).first));
  if (a.node > b.node) return -write(Op::subtract, b, a);
  return write(Op::subtract, a, b);
}

namespace {

// x without one factor f, looked for two products deep.
bool without_factor(const Recorded& x, const Recorded& f, int depth, Recorded& rest) {
  if (same(x, f)) {
    rest = 1.0;
    return true;
  }
  if (depth == 0 || !is(x, Op::multiply)) return false;
  if (without_factor(left(x), f, depth - 1, rest)) {
    rest = rest * right(x);
    return true;
  }
  if (without_factor(right(x), f, depth - 1, rest)) {
    rest = left(x) * rest;
    return true;
  }
  return false;
}

// A reciprocal among the factors of b whose own number is among those of a, and the product without the two.
bool cancel_into(const Recorded& a, const Recorded& b, int depth, Recorded& out) {
  if (is(b, Op::reciprocal)) return without_factor(a, left(b), 3, out);
  if (depth == 0 || !is(b, Op::multiply)) return false;
  if (cancel_into(a, left(b), depth - 1, out)) {
    out = out * right(b);
    return true;
  }
  if (cancel_into(a, right(b), depth - 1, out)) {
    out = out * left(b);
    return true;
  }
  return false;
}

bool cancelled(const Recorded& a, const Recorded& b, Recorded& out) { return cancel_into(a, b, 3, out) || cancel_into(b, a, 3, out); }

}  // namespace

Recorded operator*(const Recorded& a, const Recorded& b) {
  if (a.known() && b.known()) return a.value * b.value;
  if (a.known()) return scale(b, a.value);
  if (b.known()) return scale(a, b.value);
  if (is(a, Op::negate)) return -(left(a) * b);
  if (is(b, Op::negate)) return -(a * left(b));
  if (is(a, Op::square_root) && same(a, b)) return left(a);
  if (Recorded less; cancelled(a, b, less)) return less;
  // factors that are constants come to the front
  if (is(a, Op::multiply) && left(a).known()) return scale(right(a) * b, left(a).value);
  if (is(b, Op::multiply) && left(b).known()) return scale(a * right(b), left(b).value);
  return write(Op::multiply, a, b);
}

Recorded operator/(const Recorded& a, const Recorded& b) {
  if (b.known()) return a.known() ? Recorded(a.value / b.value) : a * Recorded(1.0 / b.value);
  if (a.known() && a.value == 0.0) return 0.0;
  if (same(a, b)) return 1.0;
  if (is(b, Op::negate)) return -(a / left(b));
  if (is(b, Op::reciprocal)) return a * left(b);
  if (is(b, Op::multiply) && left(b).known()) return (a * Recorded(1.0 / left(b).value)) / right(b);
  if (is(b, Op::multiply) && same(left(b), right(b))) return a / left(b) / left(b);
  if (is(a, Op::multiply)) {
    if (same(left(a), b)) return right(a);
    if (same(right(a), b)) return left(a);
  }
  return a * write(Op::reciprocal, b);
}

Recorded sqrt(const Recorded& a) {
  if (a.known()) return std::sqrt(a.value);
  if (const auto [m, x] = multiple(a); m > 0.0 && m != 1.0) return Recorded(std::sqrt(m)) * sqrt(x);
  return write(Op::square_root, a);
}
Recorded sin(const Recorded& a) { return a.known() ? Recorded(std::sin(a.value)) : write(Op::sine, a); }
Recorded cos(const Recorded& a) { return a.known() ? Recorded(std::cos(a.value)) : write(Op::cosine, a); }

Recorded atan(const Recorded& a) {
  if (a.known()) return std::atan(a.value);
  if (is(a, Op::negate)) return -atan(left(a));
  return write(Op::arc_tangent, a);
}

Recorded copysign(const Recorded& a, const Recorded& b) {
  if (a.known() && b.known()) return std::copysign(a.value, b.value);
  if (is(b, Op::negate)) return -copysign(a, left(b));
  if (b.known() && is(a, Op::square_root)) return std::signbit(b.value) ? -a : a;
  if (const auto [m, x] = multiple(b); m != 1.0) return copysign(a, m > 0 ? x : -x);
  if (const auto [m, x] = multiple(a); m != 1.0) return Recorded(std::abs(m)) * copysign(x, b);
  // |x| with x's own sign
  if (is(a, Op::square_root) && is(left(a), Op::multiply) && same(left(left(a)), b) && same(right(left(a)), b)) return b;
  return write(Op::copy_sign, a, b);
}

Recorded coulomb_sign(const Recorded& a) {
  if (a.known()) return coulomb_sign(a.value);
  if (is(a, Op::negate)) return -coulomb_sign(left(a));
  return write(Op::coulomb_sign, a);
}

Recorded smaller(const Recorded& a, const Recorded& b) {
  if (a.known() && b.known()) return std::min(a.value, b.value);
  if (same(a, b)) return a;
  return write(Op::minimum, a, b);
}

}  // namespace gough
