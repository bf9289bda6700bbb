#pragma once

#include "gough/identification/least_squares.hpp"

namespace gough {

// Throws InputError where a position column runs where the actuator cannot, but would not if its unit were another: the message names the
// column and the factor. Strokes are the file's limits, else what the workspace asks for.
void check_positions(const Robot& robot, const MeasuredMotion& motion);

// Compares measured efforts with the robot file's model, `model` being the efforts that it expects in the same rows. Throws InputError,
// naming column and factor, where they differ so much that a unit must be wrong; returns warnings where they differ by less, or have
// opposite signs.
std::vector<std::string> check_efforts(const Observation& o, const VecX<double>& model);

// Speeds beyond the actuators' limits, which real motions do not have.
std::vector<std::string> check_speeds(const Robot& robot, const FilteredMotion& motion);

// Throws InputError where the equations are too few, or the motion leaves parameters without any effect of their own; it names them.
void check_excitation(const Observation& o, const std::vector<std::string>& names);

// Parameters with a deviation above 30 % of what they are, here or in the file.
std::vector<int> poorly_excited(const Estimate& estimate, const VecX<double>& nominal);

}  // namespace gough
