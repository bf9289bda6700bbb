#pragma once

#include "gough/simulation/plant.hpp"
#include "gough/simulation/scenario.hpp"

namespace gough {

// The robot as a scenario says it is. Throws InputError.
Robot true_robot(const Robot& model, const PlantSpec& spec);

// No joint, tip or loop has friction.
bool is_frictionless(const Robot& robot);

// Efforts that hold a plant at rest at a pose, as the model has it; zero where there are none to hold it.
VecX<double> holding_efforts(const Plant& plant, const Pose<double>& pose);

}  // namespace gough
