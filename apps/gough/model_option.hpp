#pragma once

#include "gough/program/models.hpp"

namespace gough::command {

constexpr const char* kModelHelp = "igm, rates, jacobian, idm, ddm, mass, regressor: one, several with commas, or all";

// The models that --model names; forward geometry among them where it is meant.
std::vector<Model> models_of(const std::vector<std::string>& wanted, bool with_forward_geometry = false);

}  // namespace gough::command
