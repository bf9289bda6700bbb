#pragma once

#include <string>
#include <vector>

#include "gough/control/control_programs.hpp"

namespace gough {

// A control law as C (emit_controller.hpp): its numbers, the programs that it calls, and its text. In the text ACTUATORS, FREEDOMS and POSE
// are how many numbers there are of each, `c` is the controller's state, c->parameters its parameters `p`, and `in` what is given: q, dq,
// reference and wrench.
struct LawInC {
  // One array of a struct, or one number, with what it is to begin with.
  struct Numbers {
    std::string name, unit, meaning;
    std::vector<double> values;
    bool single = false;
    std::vector<Port> of = {};  // names of the entries, where they are neither actuators nor freedoms
  };
  std::string formula;              // in words, for the header
  std::vector<Numbers> parameters;  // which users may change
  std::vector<Numbers> memory;      // from one call to the next
  std::vector<Program> programs;
  std::string step;     // body of `static int law(controller *c, const given *in, double *tau)`, which returns a status
  std::string advance;  // statements for what is integrated, `dt` later
  bool joint_errors = false, platform_errors = false, error_rates = false, wrench = false;  // what the text calls or reads
};

}  // namespace gough
