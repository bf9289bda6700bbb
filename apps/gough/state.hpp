#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gough/kinematics/pose_numbers.hpp"
#include "gough/kinematics/state_columns.hpp"

// What users type: lists of numbers, payloads.
namespace gough::command {

// Comma-separated finite numbers of an option.
std::vector<double> numbers(const std::string& text, const std::string& option);

// A mass, or mass,x,y,z with its centre from the tool point in platform axes, or these and the moments of inertia about the centre, three
// or all six in rows, as a body on the platform.
RigidBody parse_payload(const Robot& robot, const std::string& text, const std::string& option = "--payload");

// Number of data lines of a file, for the progress bar.
std::size_t count_lines(const std::string& file);

}  // namespace gough::command
