#pragma once

#include "gough/dynamics/virtual_work.hpp"

namespace gough {

// Parameters in which the equations of motion are linear: values = beta p of virtual_work::parameters p, and the column of the regressor
// that goes with each.
struct LinearParameters {
  std::vector<virtual_work::Parameter> values;
  std::vector<int> column;
  MatX<double> beta;
};

// virtual_work::parameters as they are.
LinearParameters physical_linear_parameters(const Robot& robot, const Load& load);

// A parameter that is adapted: its place among the linear parameters, the bounds of its estimate and its gain.
struct AdaptedParameter {
  int index = 0;
  double min = -kInfinity, max = kInfinity;
  double gain = 0.0;
};

}  // namespace gough
