#pragma once

#include <utility>

#include "gough/model/robot.hpp"

// File axes of bodies: the axes in which the robot file gives them and users see them (docs/frames.md). The algorithms use body frames.
namespace gough {

// Placement of a body's file axes in its body frame. `body` is {leg, joint}, or {-1, nacelle body}.
Placement<double> file_frame(const Robot& robot, const std::pair<int, int>& body);

// Mass, centre and inertia of the body behind a joint, in file axes.
RigidBody body_in_file_frame(const Joint& joint);

}  // namespace gough
