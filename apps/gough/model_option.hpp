#pragma once

#include "gough/program/models.hpp"

namespace gough::command {

constexpr const char* kModelHelp = "igm, rates, jacobian, idm, ddm, mass, regressor: one, several with commas, or all";

// The models that --model names.
std::vector<Model> models_of(const std::vector<std::string>& wanted);

}  // namespace gough::command
