#pragma once

#include <string>

#include "apps/gough/output.hpp"
#include "gough/kinematics/data.hpp"

// What a status means for this robot at this state.
namespace gough::command {

// Which leg or actuator it was at the pose asked for, by how much, and what to do; nothing where the outcome is ok. Reads the position
// stage of `data` and, with `effort`, its rates: speeds and efforts are then looked at too.
std::string explain_status(const Robot& robot, const Pose<double>& asked, const KinematicsData<double>& data, const Outcome& outcome,
                           const VecX<double>* effort = nullptr);

// "status ok", or the status with its measure and what explains it.
std::string status_text(const Outcome& outcome, const std::string& explanation);

// The same as the first entries of an object.
Json status_json(const Outcome& outcome, const std::string& explanation);

}  // namespace gough::command
