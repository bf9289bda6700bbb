#pragma once

#include <string>
#include <vector>

#include "gough/model/robot.hpp"

// Robots to be exported and read by other tools: the catalog, random ones of every family, and some with no mass where it matters.
namespace gough::test {

struct ExportSample {
  std::string name;
  Robot robot;
  // Whether its MJCF has to rest at home under the efforts that it names. Not for robots of millimetres or kilometres, whose time scales or
  // friction are beyond a millisecond's step, nor for those whose actuators cannot hold them.
  bool holds = true;
  // How long, s. Random homes may be as unstable as a pendulum on its head: not longer than part of the time in which one falls.
  double seconds = 0.1;
};

std::vector<ExportSample> export_samples(int random_per_family);

}  // namespace gough::test
