#pragma once

#include <string>
#include <vector>

#include "gough/dynamics/actuated_motion.hpp"

// States given by the actuated joints: what fk, idm and ddm share.
namespace gough::command {

// Numbers of an option, one for each actuator, in SI units; with `deg` those of revolute joints are in degrees.
VecX<double> joint_vector(const Robot& robot, const std::vector<double>& values, bool deg, const std::string& option);

// What a status of forward geometry means, and what to do; nothing where the outcome is ok. Reads the position stage of `data`.
std::string forward_explanation(const Robot& robot, const KinematicsData<double>& data, const Outcome& outcome);

// A line that names the legs in another working mode than at home; empty where there are none.
std::string other_modes_text(const Robot& robot, const AnyModePose& found);
std::vector<std::string> leg_names(const Robot& robot, const std::vector<int>& legs);

}  // namespace gough::command
