#pragma once

#include <optional>

namespace gough {

// Two neighbouring places, rounding apart, between which something ceases to be so.
struct Change {
  double before = 0.0, behind = 0.0;
};

// Where `holds`, which is true of `from`, first ceases to be on the way to `to`: looked for at so many equal steps, then closed in by
// halving. Nothing where it holds at all of them.
template <class Holds>
std::optional<Change> first_change(const Holds& holds, double from, double to, int steps) {
  Change out{from, from};
  for (int k = 1; k <= steps; ++k) {
    out.behind = from + (to - from) * k / steps;
    if (holds(out.behind)) {
      out.before = out.behind;
      continue;
    }
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = 0.5 * (out.before + out.behind);
      (holds(middle) ? out.before : out.behind) = middle;
    }
    return out;
  }
  return std::nullopt;
}

}  // namespace gough
