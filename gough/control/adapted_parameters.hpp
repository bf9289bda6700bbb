#pragma once

#include "gough/control/adaptive_control.hpp"
#include "gough/control/controller_spec.hpp"

namespace gough {

// The base parameters of the robot (gough/identification/base_parameters.hpp), each under the name of the one that leads its group.
LinearParameters base_linear_parameters(const Robot& model, const Load& load);

// Those of `parameters` that the names and patterns of `spec` choose, with bounds and gains. A pattern leaves out what has no influence on
// the robot; a name that has none is an error, as is one that does not exist. Throws InputError.
std::vector<AdaptedParameter> adapted_parameters(const Robot& model, const Load& load, const LinearParameters& parameters,
                                                 const ControllerSpec& spec, double lambda_s);

}  // namespace gough
