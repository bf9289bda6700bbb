#pragma once

#include <vector>

namespace gough {

// A joint of a leg that follows others, by a belt, gears or a differential: from home it moves by Σ ratio · motion of the others. Angles
// count from home, to half a turn either way; that of the follower itself by whole turns too.
struct Coupling {
  struct Term {
    int joint = 0;
    double ratio = 1.0;  // rad or m for each rad or m
  };
  int joint = 0;  // the follower
  std::vector<Term> terms;
  double weight = 1.0;  // of its row of J_i: with it the largest coefficient is 1, lengths divided by the robot's
};

}  // namespace gough
