#pragma once

#include "gough/model/robot.hpp"

// File axes of bodies: the axes in which the robot file gives them and users see them (docs/frames.md). The algorithms use body frames.
namespace gough {

// Placement of a body's file axes in its body frame.
Placement<double> file_frame(const Robot& robot, const BodyId& id);

// Mass, centre and inertia of a body in file axes.
RigidBody body_in_file_frame(const Robot& robot, const BodyId& id);

}  // namespace gough
