#pragma once

#include "tests/agreement/random_robots.hpp"
#include "tests/robots.hpp"

namespace gough::test {

// Random robots with legs without a closed form: `each` draws of every family, those that have one.
inline std::vector<Robot> newton_robots(int each, unsigned long seed) {
  std::vector<Robot> out;
  for (std::size_t f = 0; f < robot_families().size(); ++f)
    for (int k = 0; k < each; ++k) {
      std::mt19937_64 random(seed + 100 * f + static_cast<unsigned long>(k));
      const std::string& family = robot_families()[f];
      Robot robot = assemble(read_robot_text(random_robot(family, random), family));
      bool closed = true;
      for (const Leg& leg : robot.legs) closed &= leg.solver.closed_form;
      if (!closed) out.push_back(std::move(robot));
    }
  return out;
}

}  // namespace gough::test
