#pragma once

#include "gough/trajectory/motion_curve.hpp"
#include "gough/trajectory/reference.hpp"

// From a motion of all the nacelle's components, of which only the free ones are meant, to one on the platform's manifold.
namespace gough {

inline bool turns_platform(int component) { return component >= 3 && component < 6; }
int free_rotations(const Robot& robot);

// The motion's pose, and its rates in the free components.
void set_pose(const Robot& robot, const NacelleMotion& motion, Pose<double>& pose);
void set_free_rates(const Robot& robot, const NacelleMotion& motion, Reference& out);

// Ψ is constant and every dependent component is a whole multiple of free ones that can be read off the pose; or none depends.
bool dependent_in_closed_form(const Robot& robot);

// For such a robot.
void closed_form_motion(const Robot& robot, const NacelleMotion& motion, Reference& out);

// For any other. Fills `data` up to `velocity`.
Outcome projected_motion(const Robot& robot, const NacelleMotion& motion, KinematicsData<double>& data, Reference& out);

}  // namespace gough
