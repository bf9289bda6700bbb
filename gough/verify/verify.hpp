#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gough/model/robot.hpp"

namespace gough {

// One identity that every robot must satisfy, with the largest error found over random states.
struct VerifyRow {
  std::string identity;
  double error = 0.0;
  double tolerance = 0.0;
  int states = 0;       // number of states on which it was tested
  std::string skipped;  // why it does not apply to this robot; empty if it does
  bool passed() const { return !skipped.empty() || error <= tolerance; }
};

// Runs the identities of docs/theory.md, section 10, on seeded random states of a robot, with friction, payload and external wrenches on
// platform, legs and nacelle. Those that need differences or a simulated swing run on one state in twenty. `progress` is called with the
// number of states done.
std::vector<VerifyRow> verify(const Robot& robot, int samples, unsigned seed = 1, const std::function<void(int)>& progress = {});

}  // namespace gough
