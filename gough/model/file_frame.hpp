#pragma once

#include <utility>

#include "gough/model/robot.hpp"

// At the user's door a body has one frame: the axes that its robot file gives it. The algorithms have their own.
namespace gough {

// The axes that the file gives a body, seen from the frame that the algorithms use. `body`: {leg, joint}, or {-1, nacelle body}.
Placement<double> file_frame(const Robot& robot, const std::pair<int, int>& body);

// A body's mass, centre and inertia in the axes of its file.
RigidBody body_in_file_frame(const Joint& joint);

}  // namespace gough
