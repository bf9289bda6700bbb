#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gough/kinematics/state_columns.hpp"

// Poses, twists and accelerations as users type them.
namespace gough::command {

// Comma-separated finite numbers of an option.
std::vector<double> numbers(const std::string& text, const std::string& option);

// x,y,z,qw,qx,qy,qz, or with rpy x,y,z,roll,pitch,yaw in degrees, each with the free joints of the nacelle behind them if wanted (0
// otherwise); or, below six freedoms, the free components. `place` is where
// it stands in a file, or nothing.
GivenPose parse_pose(const Robot& robot, const std::vector<double>& values, bool rpy, const std::string& option, const Place& place = {});

using gough::has_joints;
using gough::solve_pose;

// A line that says how far a whole pose was moved, where it was.
std::string move_text(const GivenPose& given, const Pose<double>& pose);

// Six numbers, or as many as there are free components, give V_r.
VecX<double> parse_rates(const Robot& robot, const std::vector<double>& values, const std::string& option);

// A mass, or mass,x,y,z with its centre from the tool point in platform axes, or these and the moments of inertia about the centre, three
// or all six in rows, as a body on the platform.
RigidBody parse_payload(const Robot& robot, const std::string& text, const std::string& option = "--payload");

std::string free_names(const Robot& robot);

// Number of data lines of a file, for the progress bar.
std::size_t count_lines(const std::string& file);

}  // namespace gough::command
