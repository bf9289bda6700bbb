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
  bool passed() const { return error <= tolerance; }
};

// Runs the identities of docs/formulations.md on seeded random states of a robot, with friction, payload and external wrenches.
// `progress` is called with the number of states done.
std::vector<VerifyRow> verify(const Robot& robot, int samples, unsigned seed = 1, const std::function<void(int)>& progress = {});

}  // namespace gough
