#pragma once

#include "gough/control/adaptive_control.hpp"
#include "gough/control/controller_spec.hpp"

namespace gough {

// The parameters that the names and patterns of `spec` choose, with bounds and gains. A pattern leaves out what has no influence on the
// robot; a name that has none is an error, as is one that does not exist. Throws InputError.
std::vector<AdaptedParameter> adapted_parameters(const Robot& model, const Load& load, const ControllerSpec& spec, double lambda_s);

}  // namespace gough
