#pragma once

#include <string>
#include <vector>

#include "gough/model/robot.hpp"

namespace gough {

// How hard MuJoCo's loops are (solref, solimp). Of the acceleration error at a loop a part 1 − impedance is left; MuJoCo allows no more
// than 0.9999. Position errors decay within `time_constant`, which MuJoCo keeps at two time steps or more.
struct MjcfOptions {
  double impedance = 0.9999;
  double time_constant = 0.002;
  double time_step = 0.001;
};

// The robot for MuJoCo, at home: joints read as everywhere in the library (`ref`), motors take efforts on the joints, loops are equality
// constraints (docs/export.md).
std::string mjcf(const Robot& robot, const MjcfOptions& options = {});

// Where what `mjcf` writes is not quite the robot, or does not do what is hoped of it: a line each.
std::vector<std::string> mjcf_warnings(const Robot& robot);

}  // namespace gough
