#pragma once

#include <fmt/format.h>

#include "tests/agreement/sketch.hpp"

namespace gough::test {

// The line `follows` of a joint in a file of metres; nothing where it follows none.
inline std::string follows_text(const SketchLeg& leg, int joint, double scale) {
  const auto unit = [&](int j) { return leg.joints[j].type == 'R' ? 1.0 : scale; };
  for (const SketchCoupling& coupling : leg.couplings) {
    if (coupling.joint != joint) continue;
    std::string list;
    for (const auto& [other, ratio] : coupling.terms)
      list += fmt::format("{}{{ joint = \"{}\", ratio = {} }}", list.empty() ? "" : ", ", leg.joints[other].name,
                          ratio * unit(joint) / unit(other));
    return coupling.terms.size() == 1 ? "follows = " + list + "\n" : "follows = [" + list + "]\n";
  }
  return "";
}

}  // namespace gough::test
