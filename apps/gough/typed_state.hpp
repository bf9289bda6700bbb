#pragma once

#include <optional>
#include <string>

#include "apps/gough/output.hpp"
#include "apps/gough/state.hpp"

// What ik, fk, idm and ddm share of states as typed and as printed.
namespace gough::command {

// The pose of an option with its warnings; home where it is absent.
GivenPose typed_pose(const Robot& robot, const std::optional<std::string>& text, bool rpy, const std::string& option);

// Positions of the nacelle's joints by name.
Json nacelle_json(const Robot& robot, const Pose<double>& pose);

// "moved" of an object, [m, rad], where a whole pose had to be moved.
void add_move(Json& out, const GivenPose& given, const Pose<double>& pose);

// "warnings" of an object, where there are some.
void add_warnings(Json& out);

}  // namespace gough::command
