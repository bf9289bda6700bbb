#pragma once

#include "gough/program/derivatives.hpp"
#include "gough/program/models.hpp"

// Derivatives of a robot's models, as Programs with the same inputs.
namespace gough {

// ∂τ/∂(pose, V_r, V̇_r) of idm, ∂V̇_r/∂(pose, V_r, τ) of ddm; the pose moves along its free components with the dependent ones following,
// rotations about the world's axes: the columns of Ψ. Outputs `motor1/x`, row by row.
Program state_jacobian(const Robot& robot, const ModelChoice& choice, const Load& load = {}, Mode mode = Mode::automatic);

// ∂τ/∂p of idm, ∂V̇_r/∂p at given τ of ddm, for parameters p of virtual_work::parameters: by name ("platform.m"), or all of a body or joint
// ("platform"). Throws InputError for a name that is none.
Program parameter_sensitivity(const Robot& robot, const ModelChoice& choice, const Load& load, const std::vector<std::string>& names);

}  // namespace gough
