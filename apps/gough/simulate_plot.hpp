#pragma once

#include <string>

#include "gough/simulation/simulation.hpp"

namespace gough::command {

// Efforts, tracking error, energies and adapted parameters of a run over time, as SVG.
std::string simulation_plot(const Simulation& run);

}  // namespace gough::command
