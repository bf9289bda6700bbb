#pragma once

#include <string>
#include <vector>

namespace gough {

// A line of straight code.
struct LaneStatement {
  std::string text;
  std::vector<int> needs;  // statements before this one
  int operations = 1;      // instructions
  int latency = 4;         // cycles until its result is there
};

// An order that starts early on what the end waits for longest, as on a processor that starts one instruction in each cycle; no statement
// goes far ahead of its place. Compilers keep to it more or less. Depth first, where one leg's chain follows another's, is up to a tenth
// slower.
std::vector<int> latency_order(const std::vector<LaneStatement>& statements);

}  // namespace gough
