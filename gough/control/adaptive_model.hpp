#pragma once

#include "gough/control/control_programs.hpp"
#include "gough/control/linear_parameters.hpp"

namespace gough {

// What adaptive control asks of a state, as a Program. Inputs: the pose's (PosePorts), V_r, V_ref, V̇_ref, and the adapted parameters;
// outputs: efforts of least norm with J_invᵀ τ = W p, the columns of W that belong to the adapted parameters, one after the other, and a
// status as control_programs.hpp has it. Parameters that are not adapted are constants of the program.
Program record_adaptive_model(const Robot& robot, const LinearParameters& parameters, const std::vector<AdaptedParameter>& adapted,
                              const ForC& tolerance = {});

}  // namespace gough
