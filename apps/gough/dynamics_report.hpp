#pragma once

#include "apps/gough/output.hpp"
#include "gough/dynamics/energy.hpp"
#include "gough/dynamics/reactions.hpp"

// Reactions and energies of one state, as tables for people and as JSON.
namespace gough::command {

void print_reactions(const Robot& robot, const std::vector<Reaction>& found);
Json reactions_json(const Robot& robot, const std::vector<Reaction>& found);

// `actuators`: their power, in W.
void print_energy(const Energy& e, double actuators);
Json energy_json(const Energy& e, double actuators);

}  // namespace gough::command
