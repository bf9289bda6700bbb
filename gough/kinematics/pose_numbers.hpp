#pragma once

#include <string>
#include <vector>

#include "gough/kinematics/given_pose.hpp"
#include "gough/model/input_error.hpp"

// Poses, twists and accelerations from the numbers that users give.
namespace gough {

// x,y,z,qw,qx,qy,qz, or with rpy x,y,z,roll,pitch,yaw in degrees, each with the free joints of the nacelle behind them if wanted (0
// otherwise); or, below six freedoms, the free components. `place` is where it stands in a file, or nothing.
GivenPose parse_pose(const Robot& robot, const std::vector<double>& values, bool rpy, const std::string& option, const Place& place = {});

// A line that says how far a whole pose was moved, where it was.
std::string move_text(const GivenPose& given, const Pose<double>& pose);

// Six numbers, or as many as there are free components, give V_r.
VecX<double> parse_rates(const Robot& robot, const std::vector<double>& values, const std::string& option);

// Names of the free components, separated by commas.
std::string free_names(const Robot& robot);

}  // namespace gough
