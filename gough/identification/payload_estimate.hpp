#pragma once

#include "gough/identification/least_squares.hpp"

namespace gough {

// A payload from one motion, all else known from the robot file.
struct PayloadEstimate {
  double mass = 0.0, mass_deviation = 0.0;
  Vec3<double> com = Vec3<double>::Zero(), com_deviation = Vec3<double>::Zero();  // platform axes, from the platform's origin
  std::vector<std::string> names, units;                                          // of what the motion tells, of m, mc and I
  std::vector<int> columns;                                                       // which of the ten
  Estimate estimate;                                                              // their values
  bool com_known[3] = {false, false, false};
  std::vector<std::string> unseen;  // what it does not tell: no effect on any effort, or none of its own
};

// `o` has W = [Y p_file, the platform's ten columns]. Without `inertia` the payload is a point.
PayloadEstimate identify_payload(const Observation& o, bool inertia);

// Columns of the platform's ten parameters.
std::vector<int> platform_columns(const Robot& robot);

}  // namespace gough
