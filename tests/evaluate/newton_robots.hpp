#pragma once

#include "tests/agreement/random_robots.hpp"
#include "tests/robots.hpp"

namespace gough::test {

// Families of robots with legs without a closed form: legs that leave the platform six freedoms, legs that constrain it with constant Ψ and
// with varying Ψ, a mixture with closed forms, branched legs, serial arms.
inline const std::vector<std::string>& newton_families() {
  static const std::vector<std::string> names = {
      "6-RRPRRR",         "6-RRRRRR",           "C-R-S", "C-C-U",   "telescopics in the middle", "mixed legs",
      "serial RRRRRR",    "tripteron P-R-R-R",  "5-bar", "3-RPS",   "3-RRR planar by joints",    "spherical five-bar",
      "3-PRS by joints",  "passive middle leg", "4-UPU", "3-RRRRR", "R-R-S with skew axes",      "delta with skew parallelograms",
      "3-RRS all driven", "driven balls"};
  return names;
}

// One robot of each of them.
inline std::vector<Robot> newton_robots(unsigned long seed) {
  std::vector<Robot> out;
  for (const std::string& family : newton_families()) {
    std::mt19937_64 random(seed + out.size());
    out.push_back(assemble(read_robot_text(random_robot(family, random), family)));
    EXPECT_TRUE(std::any_of(out.back().legs.begin(), out.back().legs.end(), [](const Leg& leg) { return !leg.solver.closed_form; }))
        << family;
  }
  return out;
}

}  // namespace gough::test
